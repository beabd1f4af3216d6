// Loops over rows and columns, right for every launch.
// Expect: passed
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < h; r += gridDim.y * blockDim.y)
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < w; c += gridDim.x * blockDim.x)
            out[c * h + r] = x[r * w + c];
}
