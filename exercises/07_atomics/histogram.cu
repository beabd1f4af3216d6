// histogram: how often does each byte occur?
//
//   bins  256 ints, which already hold counts: add to them
//   x     n bytes, read only
//   n     the number of elements
//
// Launch: blocks of 256 threads, with at least 16 bytes for each thread if n is large.

__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[256];

    // YOUR CODE HERE
}
