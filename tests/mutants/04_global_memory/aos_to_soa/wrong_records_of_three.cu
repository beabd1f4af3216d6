// Mistake: a record is taken to have three floats, and the fourth is read from the next.
// Expect: memory-error misaligned
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = *reinterpret_cast<const float4 *>(p + 3 * i); // <-- here
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
    mass[i] = v.w;
}
