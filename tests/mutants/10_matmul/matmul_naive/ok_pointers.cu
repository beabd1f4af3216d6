// Two pointers that walk: along the row of a, and down the column of b.
// Expect: passed
__global__ void matmul_naive(float *c, const float *a, const float *b, int m, int n, int k)
{
    unsigned col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < (unsigned)m && col < (unsigned)n) {
        const float *p = a + (size_t)row * k, *q = b + col;
        double sum = 0;
        for (const float *end = p + k; p < end; p++, q += n)
            sum += *p * *q;
        c[(size_t)row * n + col] = sum;
    }
}
