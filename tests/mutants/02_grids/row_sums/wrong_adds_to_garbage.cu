// Mistake: adds to what the output held before.
// Expect: memory-error uninitialised-read
__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < h)
        for (int c = 0; c < w; c++)
            sums[r] += x[r * w + c]; // <-- here
}
