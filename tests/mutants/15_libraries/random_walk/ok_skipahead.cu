// Begins each sequence at its beginning, and skips what is used up.
// Expect: passed
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    curandStatePhilox4_32_10_t state;
    int place = at[i];
    curand_init(seed, 0, 0, &state);
    skipahead_sequence(i, &state);
    skipahead(first, &state);
    for (int t = 0; t < steps; t++)
        place += curand(&state) >> 31 ? 1 : -1;
    at[i] = place;
}
