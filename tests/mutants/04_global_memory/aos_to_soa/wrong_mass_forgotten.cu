// Mistake: the masses are never written.
// Expect: wrong-answer
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = reinterpret_cast<const float4 *>(p)[i];
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
}
