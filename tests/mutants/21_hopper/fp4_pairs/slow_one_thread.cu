// Right, but one thread writes all bytes.
// Expect: too-slow active_lanes
__device__ int e2m1(float x)
{
    float v = fabsf(x);
    int m = (v > 0.25f) + (v >= 0.75f) + (v > 1.25f) + (v >= 1.75f) + (v > 2.5f) + (v >= 3.5f) + (v > 5);

    return m | (signbit(x) ? 8 : 0);
}

__global__ void fp4_pairs(unsigned char *pairs, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i > 0)
        return;
    for (; i < (n + 1) / 2; i++)
        pairs[i] = e2m1(x[2 * i]) | (2 * i + 1 < n ? e2m1(x[2 * i + 1]) : 0) << 4;
}
