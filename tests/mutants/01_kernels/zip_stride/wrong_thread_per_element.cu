// Mistake: a thread for each element of the input, of which only every stride-th works: there are too few threads.
// Expect: wrong-answer
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % stride == 0) {
        out[2 * (i / stride)] = a[i];
        out[2 * (i / stride) + 1] = b[i];
    }
}
