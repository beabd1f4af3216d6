// Mistake: it goes down a column.
// Expect: wrong-answer
__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < h) {
        float sum = 0;
        for (int c = 0; c < w; c++)
            sum += x[(c * h + r) % (h * w)];
        sums[r] = sum;
    }
}
