// Mistake: the guard asks about the thread's number, but the element read is further on.
// Expect: memory-error out-of-bounds
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[2 * i] = a[i * stride]; // <-- here
        out[2 * i + 1] = b[i * stride];
    }
}
