// With a vector type inside a structure.
// Expect: passed
struct particle { float4 v; };
__global__ void aos_to_soa(float *__restrict__ x, float *__restrict__ y, float *__restrict__ z, float *__restrict__ mass,
                           const float *__restrict__ p, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4 v = ((const particle *)p)[i].v;
        mass[i] = v.w;
        z[i] = v.z;
        y[i] = v.y;
        x[i] = v.x;
    }
}
