// hunt_uninit: this kernel is wrong. Find out why, and fix it.
//
//   out   n floats; out[i] must become the largest of x[i - 1], x[i] and x[i + 1], as far as they exist
//   x     n floats, read only
//   n     the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258]; // element t + 1 is thread t's; one extra on either side
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0 && i > 0)
        tile[0] = x[i - 1];
    if (t == 255)
        tile[257] = x[min(i + 1, n - 1)];
    __syncthreads();

    if (i < n) {
        float left = tile[t];
        float right = tile[t + 2];
        out[i] = fmaxf(fmaxf(left, tile[t + 1]), right);
    }
}
