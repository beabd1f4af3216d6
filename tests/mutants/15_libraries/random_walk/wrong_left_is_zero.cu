// Mistake: a step to the left is no step.
// Expect: wrong-answer
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    curandStatePhilox4_32_10_t state;
    int place = at[i];
    curand_init(seed, i, first, &state);
    for (int t = 0; t < steps; t++)
        place += curand(&state) >> 31 ? 1 : 0;
    at[i] = place;
}
