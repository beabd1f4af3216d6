// conv2d_forward: windows of 3 x 3 over all channels of a picture.
//
//   y       co channels of h x w floats
//   x       ci channels of h x w floats
//   weight  for each of the co channels of y: ci windows of 3 x 3 floats
//   b       co floats, one for each channel of y
//
// The launch: blocks of 16 x 16 threads, enough for w x h; blockIdx.z is the channel of y.

__global__ void conv2d_forward(float *y, const float *x, const float *weight, const float *b, int ci, int co, int h, int w)
{
    // YOUR CODE HERE
}
