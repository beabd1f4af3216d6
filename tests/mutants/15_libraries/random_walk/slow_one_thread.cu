// Right, but one thread of each block walks for all.
// Expect: too-slow active_lanes
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    if (threadIdx.x > 0)
        return;
    for (int i = blockIdx.x * blockDim.x; i < n && i < (blockIdx.x + 1) * blockDim.x; i++) {
        curandStatePhilox4_32_10_t state;
        curand_init(seed, i, first, &state);
        for (int t = 0; t < steps; t++)
            at[i] += curand(&state) >> 31 ? 1 : -1;
    }
}
