// Mistake: the floats after the last whole float4 are left out.
// Expect: wrong-answer
__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(x)[i];
}
