// A loop over the walkers, and only steps to the right are counted.
// Expect: passed
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        curandStatePhilox4_32_10_t generator;
        unsigned right = 0;

        curand_init(seed, i, first, &generator);
        for (int t = 0; t < steps; t++)
            right += curand(&generator) >= 0x80000000u;
        at[i] += 2 * (int)right - steps;
    }
}
