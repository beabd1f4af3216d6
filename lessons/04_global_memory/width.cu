// Copies with 4, 8 or 16 bytes per access. n is a multiple of 4.
__global__ void by_float(float *out, const float *x, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    for (int i = t; i < n; i += all)
        out[i] = x[i];
}
__global__ void by_float2(float *out, const float *x, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    for (int i = t; i < n / 2; i += all)
        ((float2 *)out)[i] = ((const float2 *)x)[i];
}
__global__ void by_float4(float *out, const float *x, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    for (int i = t; i < n / 4; i += all)
        ((float4 *)out)[i] = ((const float4 *)x)[i];
}
