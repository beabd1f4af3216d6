// Expect: passed
// A thread for each number; even lanes get the upper half from their neighbours.
__device__ int nearest(float v)
{
    const float value[] = { 0, 0.5f, 1, 1.5f, 2, 3, 4, 6 };
    int best = 0;

    for (int m = 1; m < 8; m++) {
        float half = (value[m - 1] + value[m]) / 2;

        if (m % 2 ? v > half : v >= half)
            best = m;
    }
    return best;
}

__global__ void fp4_pairs(unsigned char *pairs, const float *x, int n)
{
    for (int k = 0; k < 2; k++) {
        int i = (2 * blockIdx.x + k) * blockDim.x + threadIdx.x;
        int m = i < n ? nearest(fabsf(x[i])) + (signbit(x[i]) ? 8 : 0) : 0;
        int upper = __shfl_down_sync(0xFFFFFFFF, m, 1);

        if (i < n && i % 2 == 0)
            pairs[i / 2] = m + 16 * upper;
    }
}
