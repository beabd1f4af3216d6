// Mistake: removes the tests, so that values from outside x are written to the places.
// Expect: memory-error out-of-bounds
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0)
        tile[0] = x[i - 1]; // <-- here
    if (i < n && (t == 255 || i == n - 1))
        tile[t + 2] = x[min(i + 1, n - 1)];
    __syncthreads();

    if (i < n)
        out[i] = fmaxf(fmaxf(tile[t], tile[t + 1]), tile[t + 2]);
}
