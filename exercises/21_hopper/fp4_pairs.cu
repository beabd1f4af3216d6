// fp4_pairs: floats as E2M1, two in each byte.
//
//   pairs   (n + 1) / 2 bytes, to write: x[2 * i] in the lower four bits of pairs[i], x[2 * i + 1] in the upper four
//   x       n floats, read only
//   n       their number
//
// Launch: blocks of 256 threads, enough of them for one thread per byte.

__global__ void fp4_pairs(unsigned char *pairs, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
