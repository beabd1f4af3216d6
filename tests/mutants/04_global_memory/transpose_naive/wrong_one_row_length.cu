// Mistake: the rows of the result are taken to be as long as those of the matrix; right for squares only, else elements come to lie on each other.
// Expect: data-race data-race-global
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h)
        out[c * w + r] = x[r * w + c]; // <-- here
}
