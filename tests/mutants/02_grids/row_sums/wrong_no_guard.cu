// Mistake: no guard, so the threads to spare read rows that are not there.
// Expect: memory-error out-of-bounds
__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int c = 0; c < w; c++)
        sum += x[r * w + c]; // <-- here
    sums[r] = sum;
}
