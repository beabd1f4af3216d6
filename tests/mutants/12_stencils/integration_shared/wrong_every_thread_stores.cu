// Mistake: each thread stores its own number of the tile.
// Expect: data-race data-race-global
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_shared(float *out, int w, int h, float step)
{
    __shared__ float cells[256];
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    int t = threadIdx.y * 16 + threadIdx.x;

    cells[t] = c < w && r < h ? f((c + 0.5f) * step, (r + 0.5f) * step) * step * step : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            cells[t] += cells[t + half];
        __syncthreads();
    }
    out[blockIdx.y * gridDim.x + blockIdx.x] = cells[t]; // <-- here
}
