// Mistake: no guard, so the last block has walkers that do not exist.
// Expect: memory-error out-of-bounds
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    curandStatePhilox4_32_10_t state;
    int place = at[i]; // <-- here
    curand_init(seed, i, first, &state);
    for (int t = 0; t < steps; t++)
        place += curand(&state) >> 31 ? 1 : -1;
    at[i] = place;
}
