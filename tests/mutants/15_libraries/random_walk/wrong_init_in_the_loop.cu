// Mistake: begins anew for each step: all steps go the same way.
// Expect: wrong-answer
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    curandStatePhilox4_32_10_t state;
    int place = at[i];
    for (int t = 0; t < steps; t++)
        curand_init(seed, i, first, &state), place += curand(&state) >> 31 ? 1 : -1;
    at[i] = place;
}
