// Mistake: the guard looks at the index alone; a thread right of the last column takes an element of the next row.
// Expect: memory-error out-of-bounds
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r * w + c < w * h)
        out[c * h + r] = x[r * w + c]; // <-- here
}
