// Mistake: an index of 16 bits: pair 65536 gets the number 0 again.
// Expect: wrong-answer
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    unsigned short pair = blockIdx.x * blockDim.x + threadIdx.x;
    int from = pair * stride;

    if (from < n) {
        out[2 * pair] = a[from];
        out[2 * pair + 1] = b[from];
    }
}
