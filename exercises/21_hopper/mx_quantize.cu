// mx_quantize: floats as MXFP8, 8 bits for each and a scale for every 32.
//
//   code    n bytes, to write: E4M3
//   scale   a byte for each block of 32, to write: E8M0
//   x       n floats, read only
//   n       their number
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void mx_quantize(unsigned char *code, unsigned char *scale, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
