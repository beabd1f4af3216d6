// Mistake: both sides have the same formula, so it is a copy.
// Expect: wrong-answer
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h)
        out[r * w + c] = x[r * w + c];
}
