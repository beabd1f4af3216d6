// Mistake: only the thread of the array's last element fills a right halo; the blocks before have none.
// Expect: memory-error uninitialised-read
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0)
        tile[0] = x[max(i - 1, 0)];
    if (i == n - 1)
        tile[t + 2] = x[i];
    __syncthreads();

    if (i < n) {
        float left = tile[t];
        float right = tile[t + 2]; // <-- here
        out[i] = fmaxf(fmaxf(left, tile[t + 1]), right);
    }
}
