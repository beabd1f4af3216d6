// Mistake: assumes that the mass comes first.
// Expect: wrong-answer
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = reinterpret_cast<const float4 *>(p)[i];
    mass[i] = v.x;
    x[i] = v.y;
    y[i] = v.z;
    z[i] = v.w;
}
