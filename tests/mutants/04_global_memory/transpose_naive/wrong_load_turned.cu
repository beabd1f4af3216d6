// Mistake: the load is transposed, and the store as well: it is a copy with the row lengths mixed up.
// Expect: wrong-answer
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h)
        out[c * h + r] = x[c * h + r];
}
