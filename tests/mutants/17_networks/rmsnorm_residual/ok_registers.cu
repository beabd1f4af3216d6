// Up to 16 numbers of a thread stay in its registers; only what is beyond them is read again.
// Expect: passed
__global__ void rmsnorm_residual(float *x, float *y, const float *add, const float *gain, int w, int h)
{
    __shared__ float total;
    int t = threadIdx.x;
    float *row = x + (size_t)blockIdx.x * w, *out = y + (size_t)blockIdx.x * w, kept[16], sum = 0;
    const float *more = add + (size_t)blockIdx.x * w;

    if (t == 0)
        total = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k++) {
        int i = t + 128 * k;

        kept[k] = i < w ? row[i] + more[i] : 0;
        if (i < w)
            row[i] = kept[k];
        sum += kept[k] * kept[k];
    }
    for (int i = t + 128 * 16; i < w; i += 128) {
        float v = row[i] + more[i];

        row[i] = v;
        sum += v * v;
    }
    for (int s = 1; s < 32; s *= 2)
        sum += __shfl_xor_sync(~0u, sum, s);
    if (t % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    float factor = 1 / sqrtf(total / w + 1e-5f);
#pragma unroll
    for (int k = 0; k < 16; k++)
        if (t + 128 * k < w)
            out[t + 128 * k] = kept[k] * factor * gain[t + 128 * k];
    for (int i = t + 128 * 16; i < w; i += 128)
        out[i] = row[i] * factor * gain[i];
}
