// The x parts count the rows of the matrix: the stores are good ones, the loads bad.
// Expect: passed
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < h && c < w)
        out[c * h + r] = x[r * w + c];
}
