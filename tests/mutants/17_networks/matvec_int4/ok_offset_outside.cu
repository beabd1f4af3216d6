// The 8 is subtracted once for a word: 8 times the sum of x.
// Expect: passed
__global__ void matvec_int4(float *y, const unsigned int *q, const float *scale, const float *x, int h, int w)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize, words = w / 8;
    float sum = 0;

    if (r < h) {
        for (int i = lane; i < words; i += warpSize) {
            unsigned int v = q[(size_t)r * words + i];
            float4 pair[2] = { ((const float4 *)x)[2 * i], ((const float4 *)x)[2 * i + 1] };
            const float *eight = (const float *)pair;
            float products = 0, all = 0;

#pragma unroll
            for (int k = 0; k < 8; k++, v >>= 4) {
                products += (float)(v & 15) * eight[k];
                all += eight[k];
            }
            sum += (products - 8 * all) * scale[(size_t)r * (w / 32) + i / 4];
        }
        for (int s = 1; s < 32; s *= 2)
            sum += __shfl_xor_sync(~0u, sum, s);
        if (!lane)
            y[r] = sum;
    }
}
