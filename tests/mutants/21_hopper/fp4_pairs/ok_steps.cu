// Expect: passed
// The exponent gives the step; rintf rounds to a multiple of it.
__device__ unsigned e2m1(float x)
{
    unsigned bits = __float_as_uint(x);
    float v = fminf(fabsf(x), 6);
    int e = max((int)(__float_as_uint(v) >> 23) - 127, 0);

    return (unsigned)((int)rintf(v * (e == 0 ? 2 : e == 1 ? 1 : 0.5f)) + 2 * e) | bits >> 31 << 3;
}

__global__ void fp4_pairs(unsigned char *pairs, const float *x, int n)
{
    int step = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 2 * i < n; i += step) {
        unsigned pair = e2m1(x[2 * i]);

        if (2 * i + 1 < n)
            pair |= e2m1(x[2 * i + 1]) << 4;
        pairs[i] = pair;
    }
}
