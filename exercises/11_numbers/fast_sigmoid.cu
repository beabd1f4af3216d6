// fast_sigmoid: squeeze n numbers into the range from 0 to 1, fast.
//
//   out   n floats: 1 / (1 + exp(-x)), exact to 1e-6
//   x     n floats, read only
//   n     the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.
//
// The results are right already. Count the instructions.

__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE: the same, with fast functions
    if (i < n)
        out[i] = 1.0 / (1.0 + exp(-x[i]));
}
