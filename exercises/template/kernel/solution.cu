// One thread an element. Say here why it is written so, and why it is fast.

__global__ void NAME(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * x[i];
}
