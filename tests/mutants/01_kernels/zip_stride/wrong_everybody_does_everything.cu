// Mistake: the loop of the CPU program, run by every thread. What is written is right, thousands of times over.
// Expect: hang hang
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    for (int p = 0; p * stride < n; p++) {
        out[2 * p] = a[p * stride];
        out[2 * p + 1] = b[p * stride];
    }
}
