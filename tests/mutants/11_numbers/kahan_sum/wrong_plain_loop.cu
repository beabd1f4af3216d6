// Mistake: a plain loop, whose rounding errors add up.
// Expect: wrong-answer
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    double sum = 0, lost = 0;

    for (int r = 0; r < h; r++) {
        sum += x[(size_t)r * w + c] - lost;
    }
    out[c] = sum;
}
