// One load of 16 bytes brings a whole record. The 32 threads of a warp load 32 adjacent records, 512
// contiguous bytes, 16 sectors, and use all of them. Loaded component by component, the warp would touch the
// same 16 sectors four times, and use 4 bytes of every 16 each time.
//
// On the output side, each of the four stores writes 32 neighbours: 4 sectors.

__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = reinterpret_cast<const float4 *>(p)[i];
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
    mass[i] = v.w;
}
