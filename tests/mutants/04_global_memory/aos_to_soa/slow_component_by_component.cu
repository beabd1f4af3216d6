// Right, but each component is loaded by itself, with a step of 16 bytes between neighbours.
// Expect: too-slow traffic
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float *const to[4] = { x, y, z, mass };
#pragma unroll
    for (int k = 0; k < 4; k++)
        to[k][i] = p[4 * i + k]; // <-- here
}
