// curand_pi: pi from random points.
//
//   n       how many points
//   batch   how many of them may be in the device's memory at once
//   seed    for the generator
//
// The function returns 4 times the share of the points inside the circle.

#include <cuda_runtime.h>
#include <curand.h>

// YOUR CODE HERE: a kernel that counts the points inside

double curand_pi(int n, int batch, unsigned long long seed)
{
    curandGenerator_t generator;

    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);

    // YOUR CODE HERE: the seed, a loop over the batches, one copy of the count
    (void)n;
    (void)batch;
    (void)seed;
    return 0;
}
