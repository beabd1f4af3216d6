// Each thread keeps its generator in shared memory, as a program with many generators would.
// Expect: passed
#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    __shared__ curandStatePhilox4_32_10_t states[128];
    curandStatePhilox4_32_10_t *mine = &states[threadIdx.x];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        curand_init(seed, (unsigned long long)i, first, mine);
        while (steps-- > 0) {
            if (curand(mine) & 0x80000000u)
                ++at[i];
            else
                --at[i];
        }
    }
}
