// Reads every stride-th element.
__global__ void strided(float *out, const float *x, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i * stride];
}
