// wave: steps of the wave equation on a membrane.
//
//   u       h rows of w floats in the host's memory: the state now, and after the last step
//   before  h rows of w floats: the state one step earlier
//   k       how strongly the neighbours pull
//
// You write the kernel and the host's part.

#include <cuda_runtime.h>

__global__ void wave_step(float *next, const float *now, const float *before, int w, int h, float k)
{
    // YOUR CODE HERE
}

void wave(float *u, const float *before, int w, int h, int steps, float k)
{
    // YOUR CODE HERE
}
