// hunt_missing_barrier: this kernel is wrong. Find out why, and fix it.
//
//   out   n floats; each piece of 256 elements of x, in reverse order
//   x     n floats, read only
//   n     the number of elements, a multiple of 256
//
// The launch: blocks of 256 threads, often fewer of them than there are pieces.

__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        tile[t] = x[first + t];
        out[first + t] = tile[255 - t];
    }
}
