// Mistake: the rest begins at n - 3, whatever is left.
// Expect: memory-error out-of-bounds
__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int whole = n / 4;
    if (i < whole)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(x)[i];
    else if (i == whole)
        for (int k = n - 3; k < n; k++)
            out[k] = x[k]; // <-- here
}
