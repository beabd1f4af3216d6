// Mistake: n / stride rounds down, so the last pair is lost when stride does not divide n.
// Expect: wrong-answer
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / stride) {
        out[2 * i] = a[i * stride];
        out[2 * i + 1] = b[i * stride];
    }
}
