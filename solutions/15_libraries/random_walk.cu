// A seed chooses a family of sequences, and the sequence's number one of them: walker i has the same
// numbers whatever the grid looks like and whichever thread serves it. Different seeds for the walkers would
// give different numbers, too, but nothing promises that those are independent.
//
// The offset says how many numbers are used up. With Philox it is just another start of a counter, so the
// walk continues without a state in memory between two launches: 64 bytes less for each
// walker, to read and to write. (curand_init of XORWOW, the default generator, has to jump: it takes
// thousands of instructions. There one keeps the states in memory.)
//
// The highest bit decides. All bits of Philox are as good as each other; of weaker generators the lowest
// ones are worse. curand_uniform() would make a float of the number, which a coin does not need.

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
        place += curand(&state) >> 31 ? 1 : -1;
    at[i] = place;
}
