// Adding in pairs: more instructions than Kahan's sum, and all lanes have work.
// Expect: passed
__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    // Recursive halving without recursion: a stack of partial sums, merged like a binary counter.
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= w)
        return;
    double level[32];
    for (int r = 0; r < h; r++) {
        double v = x[(size_t)r * w + c];
        int k = 0;
        for (int bits = r; bits & 1; bits >>= 1)
            v = level[k++] + v;
        level[k] = v;
    }
    double sum = 0;
    for (int k = 0; k < 32; k++)
        if (h >> k & 1)
            sum += level[k];
    out[c] = sum;
}
