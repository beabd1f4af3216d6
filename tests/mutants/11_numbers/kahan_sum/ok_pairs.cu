// By pairs: sums of 1, 2, 4, 8 ... rows wait until there are two of the same length.
// Expect: passed
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    double waiting[32];

    if (c >= w)
        return;
    for (int r = 0; r < h; r++) {
        double v = x[(size_t)r * w + c];
        int k = 0;

        for (; r >> k & 1; k++)
            v += waiting[k];
        waiting[k] = v;
    }

    double sum = 0;

    for (int k = 0; h >> k; k++)
        if (h >> k & 1)
            sum += waiting[k];
    out[c] = sum;
}
