// Reads every stride-th element: out[i] = x[i * stride].
__global__ void strided_read(float *out, const float *x, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i * stride];
}
