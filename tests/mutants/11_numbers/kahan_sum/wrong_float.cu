// Mistake: the sum is a float.
// Expect: wrong-answer
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    float sum = 0, lost = 0;

    for (int r = 0; r < h; r++) {
        float term = x[(size_t)r * w + c] - lost;
        float next = sum + term;

        lost = (next - sum) - term;
        sum = next;
    }
    out[c] = sum;
}
