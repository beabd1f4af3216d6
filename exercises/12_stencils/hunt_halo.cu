// hunt_halo: the sum of five neighbours. There are two mistakes.
//
//   out  n floats: out[i] is the sum of x[i - 2] to x[i + 2]
//   x    n floats; beyond its ends, the nearest element counts
//
// The launch: blocks of 256 threads, enough for n elements.

__global__ void hunt_halo(float *out, const float *x, int n)
{
    __shared__ float tile[260]; // the elements of the block, and two more on either side
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;

    if (i < n)
        tile[t + 2] = x[i];
    __syncthreads();
    if (t < 2) {
        tile[t] = x[max(first - 2 + t, 0)];
        tile[258 + t] = x[min(first + 256 + t, n - 1)];
    }
    if (i < n)
        out[i] = tile[t] + tile[t + 1] + tile[t + 2] + tile[t + 3] + tile[t + 4];
}
