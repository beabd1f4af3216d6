// Mistake: the column is held against the height and the row against the width.
// Expect: memory-error out-of-bounds
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < h && r < w)
        out[c * h + r] = x[r * w + c]; // <-- here
}
