// Mistake: an index of 16 bits, in a language that does not warn.
// Expect: data-race data-race-global
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h)
        out[(unsigned short)(c * h + r)] = x[(unsigned short)(r * w + c)];
}
