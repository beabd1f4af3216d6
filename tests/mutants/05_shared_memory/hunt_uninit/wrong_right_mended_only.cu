// Mistake: fixes the right end, but not the place to the left of the first element.
// Expect: memory-error uninitialised-read
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0 && i > 0)
        tile[0] = x[i - 1];
    if (i < n && (t == 255 || i == n - 1))
        tile[t + 2] = x[min(i + 1, n - 1)];
    __syncthreads();

    if (i < n) {
        float left = tile[t]; // <-- here
        float right = tile[t + 2];
        out[i] = fmaxf(fmaxf(left, tile[t + 1]), right);
    }
}
