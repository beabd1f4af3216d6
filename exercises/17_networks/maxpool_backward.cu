// maxpool_backward: gradients go back to where the largest number was.
//
//   dx     channels of h x w floats: the gradient of max pooling's input
//   dy     channels of h / 2 x w / 2 floats: the gradient of its result
//   which  the same number of bytes: the position of the largest in its window, 0 1 in the upper row, 2 3 in the lower
//
// The launch: blocks of 32 x 8 threads, enough for w x h numbers of dx; blockIdx.z is the channel.

__global__ void maxpool_backward(float *dx, const float *dy, const unsigned char *which, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;

    // YOUR CODE HERE
    (void)c, (void)r;
}
