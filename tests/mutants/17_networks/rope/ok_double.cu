// Sine and cosine of the float angle in double precision, and the products, too.
// Expect: passed
__global__ void rope(float *x, const int *pos, const float *freq, int tokens, int heads, int dim)
{
    int n = blockIdx.x * 128 + threadIdx.x, t = n / (dim / 2), i = n - t * (dim / 2);

    if (n < tokens * (dim / 2)) {
        double s, c;
        float *row = x + (size_t)t * heads * dim;

        sincos((double)(pos[t] * freq[i]), &s, &c);
        for (int k = 0; k < heads; k++) {
            double a = row[k * dim + i], b = row[k * dim + i + dim / 2];

            row[k * dim + i] = (float)(c * a - s * b);
            row[k * dim + i + dim / 2] = (float)(s * a + c * b);
        }
    }
}
