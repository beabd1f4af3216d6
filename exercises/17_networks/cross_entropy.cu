// cross_entropy: the loss of each row of scores, and its gradient.
//
//   loss   m floats
//   grad   m rows of n floats: how the loss changes with each score
//   x      m rows of n floats: the scores
//   label  for each row the right column, or -1
//
// The launch: blocks of 128 threads, four warps each, enough for a warp for each row.

__global__ void cross_entropy(float *loss, float *grad, const float *x, const int *label, int m, int n)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    // YOUR CODE HERE
    (void)r, (void)lane;
}
