// hunt_index_overflow: this kernel is wrong. Find out why, and fix it.
//
//   out   n floats; out[i] must become the element of x at the same relative place, x[floor(i * m / n)]
//   x     m floats, read only
//   n, m  the numbers of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = i * m / n;
        out[i] = x[j];
    }
}
