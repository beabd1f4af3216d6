// As a product of complex numbers, with sinf and cosf.
// Expect: passed
struct complex_number { float re, im; };

__device__ complex_number times(complex_number a, complex_number b)
{
    return { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

__global__ void rope(float *x, const int *pos, const float *freq, int tokens, int heads, int dim)
{
    long long all = (long long)tokens * (dim / 2);

    for (long long n = blockIdx.x * (long long)blockDim.x + threadIdx.x; n < all; n += (long long)gridDim.x * blockDim.x) {
        int t = (int)(n / (dim / 2)), i = (int)(n - (long long)t * (dim / 2));
        float angle = (float)pos[t] * freq[i];
        complex_number turn = { cosf(angle), sinf(angle) };

        for (int k = heads - 1; k >= 0; k--) {
            size_t at = ((size_t)t * heads + k) * dim + i;
            complex_number z = times({ x[at], x[at + dim / 2] }, turn);

            x[at] = z.re;
            x[at + dim / 2] = z.im;
        }
    }
}
