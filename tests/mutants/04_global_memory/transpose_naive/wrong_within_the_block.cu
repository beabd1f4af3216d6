// Mistake: each block turns its own elements, and leaves them where the block is.
// Expect: data-race data-race-global
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    int tc = blockIdx.x * blockDim.x + threadIdx.y, tr = blockIdx.y * blockDim.y + threadIdx.x;
    if (c < w && r < h)
        out[tr * w + tc] = x[r * w + c]; // <-- here
}
