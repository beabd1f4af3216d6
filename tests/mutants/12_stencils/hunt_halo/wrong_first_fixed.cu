// Mistake: the barrier is in its place, but places beyond the end stay empty.
// Expect: memory-error uninitialised-read
__global__ void hunt_halo(float *out, const float *x, int n)
{
    __shared__ float tile[260];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;

    if (i < n)
        tile[t + 2] = x[i];
    if (t < 2) {
        tile[t] = x[max(first - 2 + t, 0)];
        tile[258 + t] = x[min(first + 256 + t, n - 1)];
    }
    __syncthreads();
    if (i < n)
        out[i] = tile[t] + tile[t + 1] + tile[t + 2] + tile[t + 3] + tile[t + 4]; // <-- here
}
