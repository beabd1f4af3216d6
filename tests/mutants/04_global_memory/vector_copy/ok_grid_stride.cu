// A grid-stride loop over the float4s, and the rest by the first threads of the grid.
// Expect: passed
__global__ void vector_copy(float *out, const float *x, int n)
{
    const float4 *from = (const float4 *)x;
    float4 *to = (float4 *)out;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n / 4; i += gridDim.x * blockDim.x)
        to[i] = from[i];
    if (t < n % 4)
        out[n / 4 * 4 + t] = x[n / 4 * 4 + t];
}
