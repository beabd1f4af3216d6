// Mistake: the odd floats are copied first, so the float4s no longer begin at multiples of 16 bytes.
// Expect: memory-error misaligned
__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int odd = n % 4, whole = n / 4;
    if (i == 0)
        for (int k = 0; k < odd; k++)
            out[k] = x[k];
    if (i < whole)
        reinterpret_cast<float4 *>(out + odd)[i] = reinterpret_cast<const float4 *>(x + odd)[i]; // <-- here
}
