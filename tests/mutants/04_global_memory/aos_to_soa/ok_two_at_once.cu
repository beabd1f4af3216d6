// Two particles for each thread of half the grid's threads, a whole grid apart.
// Expect: passed
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    const float4 *record = reinterpret_cast<const float4 *>(p);
    int half = (n + 1) / 2, i = blockIdx.x * blockDim.x + threadIdx.x, j = i + half;
    if (i >= half)
        return;
    float4 a = record[i];
    x[i] = a.x, y[i] = a.y, z[i] = a.z, mass[i] = a.w;
    if (j < n) {
        float4 b = record[j];
        x[j] = b.x, y[j] = b.y, z[j] = b.z, mass[j] = b.w;
    }
}
