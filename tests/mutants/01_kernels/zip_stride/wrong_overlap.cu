// Mistake: places i and i + 1: each thread's second place is the next thread's first.
// Expect: data-race data-race-global
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * stride >= n)
        return;
    for (int k = 0; k < 2; k++)
        out[i + k] = (k == 0 ? a : b)[i * stride]; // <-- here
}
