// Mistake: threads return from the tree, and the others wait for them at the next barrier.
// Expect: sync-error exited-at-barrier
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_shared(float *out, int w, int h, float step)
{
    __shared__ float cells[256];
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y, t = threadIdx.y * 16 + threadIdx.x;

    cells[t] = c < w && r < h ? f((c + 0.5f) * step, (r + 0.5f) * step) * step * step : 0;
    __syncthreads();
    for (int k = 128; k > 0; k /= 2) {
        if (t >= k)
            return;
        cells[t] += cells[t + k];
        __syncthreads(); // <-- here
    }
    if (t == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] = cells[0];
}
