// conv_backward: the gradients of a convolution's weights and biases.
//
//   dw  for each of the co channels of dy and each of the ci channels of x: 3 x 3 floats
//   db  co floats
//   dy  co channels of h x w floats: the gradients of the convolution's result
//   x   ci channels of h x w floats: what the convolution was computed from
//
// The launch: one block of 128 threads for each pair of channels. blockIdx.x is the channel of x, blockIdx.y that of dy.

__global__ void conv_backward(float *dw, float *db, const float *dy, const float *x, int ci, int co, int h, int w)
{
    int i = blockIdx.x, o = blockIdx.y, t = threadIdx.x;

    // YOUR CODE HERE
    (void)i, (void)o, (void)t;
}
