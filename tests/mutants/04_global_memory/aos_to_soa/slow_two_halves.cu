// Right, but in two loads of 8 bytes: every sector is touched twice.
// Expect: too-slow traffic
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 a = reinterpret_cast<const float2 *>(p)[2 * i];
    x[i] = a.x;
    y[i] = a.y;
    float2 b = reinterpret_cast<const float2 *>(p)[2 * i + 1];
    z[i] = b.x;
    mass[i] = b.y;
}
