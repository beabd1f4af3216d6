// heat_step: one step of Jacobi's iteration on a plate.
//
//   out     h rows of w floats: the new temperatures
//   old     h rows of w floats: the old ones
//   source  h rows of w floats: the heat that arrives at each point
//
// The launch: blocks of 32 x 8 threads, enough for w x h points.

__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    // YOUR CODE HERE
}
