// Mistake: two plain sums, which halves the error but does not remove it.
// Expect: wrong-answer
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    double sum = 0, lost = 0;

    for (int r = 0; r < h; r++) {
        if (r % 2)
            sum += x[(size_t)r * w + c];
        else
            lost += x[(size_t)r * w + c];
    }
    out[c] = sum + lost;
}
