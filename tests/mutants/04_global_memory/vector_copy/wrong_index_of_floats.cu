// Mistake: the index of the first float, where that of the float4 belongs.
// Expect: memory-error out-of-bounds
__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int whole = n / 4;
    if (i < whole)
        reinterpret_cast<float4 *>(out)[4 * i] = reinterpret_cast<const float4 *>(x)[4 * i]; // <-- here
    else if (i == whole)
        for (int k = 4 * whole; k < n; k++)
            out[k] = x[k];
}
