// Both elements of a pair in one 8-byte store.
// Expect: passed
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    int from = pair * stride;
    if (from < n)
        reinterpret_cast<int2 *>(out)[pair] = make_int2(a[from], b[from]);
}
