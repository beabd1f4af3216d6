// Mistake: uses the matrix's row length for the result; right only for squares, else elements are written over each other.
// Expect: data-race data-race-global
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h)
        out[c * w + r] = x[r * w + c]; // <-- here
}
