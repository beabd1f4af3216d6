// Mistake: the arrays in the wrong order.
// Expect: wrong-answer
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * stride < n) {
        out[2 * i] = b[i * stride];
        out[2 * i + 1] = a[i * stride];
    }
}
