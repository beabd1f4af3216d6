// Mistake: one array after the other instead of pairs.
// Expect: wrong-answer
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int pairs = (n + stride - 1) / stride;
    if (i < pairs) {
        out[i] = a[i * stride];
        out[pairs + i] = b[i * stride];
    }
}
