// Mistake: leaves the last row out.
// Expect: wrong-answer
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    double sum = 0, lost = 0;

    for (int r = 0; r < h - 1; r++) {
        double term = x[(size_t)r * w + c] - lost;
        double next = sum + term;

        lost = (next - sum) - term;
        sum = next;
    }
    out[c] = sum;
}
