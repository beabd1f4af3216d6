// Mistake: an index of 16 bits, in a language that does not warn.
// Expect: memory-error out-of-bounds
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short from = pair * stride;
    if (from < n) {
        out[2 * pair] = a[from];
        out[2 * pair + 1] = b[from];
    }
}
