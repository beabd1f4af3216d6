// Mistake: the last float4 is copied even if not all of it is there.
// Expect: memory-error out-of-bounds
__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(x)[i]; // <-- here
}
