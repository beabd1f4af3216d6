// Mistake: threads without a column go on.
// Expect: memory-error out-of-bounds
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    double sum = 0, lost = 0;

    for (int r = 0; r < h; r++) {
        double term = x[(size_t)r * w + min(c, w - 1)] - lost;
        double next = sum + term;

        lost = (next - sum) - term;
        sum = next;
    }
    out[c] = sum; // <-- here
}
