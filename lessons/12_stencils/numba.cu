__global__ void step(float *out, const float *old, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= n || r >= n)
        return;
    if (r == 0 || c == 0 || r == n - 1 || c == n - 1)
        out[r * n + c] = old[r * n + c];
    else
        out[r * n + c] = 0.25f * (old[(r - 1) * n + c] + old[(r + 1) * n + c] +
                                  old[r * n + c - 1] + old[r * n + c + 1]);
}
