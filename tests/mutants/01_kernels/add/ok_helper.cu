// The sum in a function of its own.
// Expect: passed
__device__ float sum(float x, float y)
{
    return x + y;
}

__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = sum(a[i], b[i]);
}
