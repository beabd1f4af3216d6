// Mistake: what is lost is forgotten in each round.
// Expect: wrong-answer
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    double sum = 0;

    for (int r = 0; r < h; r++) {
        double lost = 0;
        double term = x[(size_t)r * w + c] - lost;
        double next = sum + term;

        lost = (next - sum) - term;
        sum = next;
    }
    out[c] = sum;
}
