// Mistake: the last column is left out.
// Expect: wrong-answer
__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < h) {
        float sum = 0;
        for (int c = 0; c < w - 1; c++)
            sum += x[r * w + c];
        sums[r] = sum;
    }
}
