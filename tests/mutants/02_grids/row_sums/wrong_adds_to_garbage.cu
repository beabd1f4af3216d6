// Mistake: begins with what the output held before.
// Expect: memory-error uninitialised-read
__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < h) {
        float sum = sums[r]; // <-- here
        for (int c = 0; c < w; c++)
            sum += x[r * w + c];
        sums[r] = sum;
    }
}
