// Mistake: w is forgotten.
// Expect: wrong-answer
__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int whole = n / 4;
    if (i < whole) {
        float4 v = reinterpret_cast<const float4 *>(x)[i];
        reinterpret_cast<float4 *>(out)[i] = make_float4(v.x, v.y, v.z, v.z);
    } else if (i == whole) {
        for (int k = 4 * whole; k < n; k++)
            out[k] = x[k];
    }
}
