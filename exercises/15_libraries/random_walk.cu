// random_walk: steps to the left and to the right, as cuRAND says.
//
//   at      n ints: where each walker is, and where it arrives
//   n       how many walkers there are
//   steps   how many steps each makes now
//   seed    of all generators
//   first   how many steps each has made before this launch
//
// The launch: blocks of 128 threads, enough for n walkers.

#include <curand_kernel.h>

__global__ void random_walk(int *at, int n, int steps, unsigned long long seed, unsigned long long first)
{
    // YOUR CODE HERE
}
