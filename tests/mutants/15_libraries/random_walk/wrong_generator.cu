// Mistake: the default generator, XORWOW: other numbers.
// Expect: wrong-answer
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    curandState state;
    int place = at[i];
    curand_init(seed, i, first, &state);
    for (int t = 0; t < steps; t++)
        place += curand(&state) >> 31 ? 1 : -1;
    at[i] = place;
}
