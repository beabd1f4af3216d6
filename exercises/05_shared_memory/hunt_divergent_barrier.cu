// hunt_divergent_barrier: this kernel is wrong. Find out why, and fix it.
//
//   out   n ints; out[i] must become the sum of all elements of i's block, except x[i]
//   x     n ints, read only
//   n     the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    tile[t] = 0;
    if (i < n) {
        tile[t] = x[i];
        __syncthreads();
    }

    for (int half = 128; t < half; half /= 2) {
        tile[t] += tile[t + half];
        __syncthreads();
    }

    __syncthreads();
    if (i < n)
        out[i] = tile[0] - x[i];
}
