// Right, but slow: does without the tile.
// Expect: too-slow shared_requests
__global__ void hunt_halo(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = x[max(i - 2, 0)] + x[max(i - 1, 0)] + x[i] + x[min(i + 1, n - 1)] + x[min(i + 2, n - 1)];
}
