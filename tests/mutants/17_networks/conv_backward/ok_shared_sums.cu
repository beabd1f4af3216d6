// Thread for thread into shared memory, by atomics.
// Expect: passed
__global__ void conv_backward(float *dw, float *db, const float *dy, const float *x, int ci, int co, int h, int w)
{
    __shared__ float total[10];
    int t = threadIdx.x;
    const float *g = dy + (size_t)blockIdx.y * h * w, *picture = x + (size_t)blockIdx.x * h * w;
    float sum[3][3] = { { 0 } }, all = 0;

    if (t < 10)
        total[t] = 0;
    __syncthreads();
    for (int p = t; p < h * w; p += blockDim.x) {
        int r = p / w, c = p - r * w;
        float d = g[p];

        all += d;
#pragma unroll
        for (int dr = -1; dr <= 1; dr++)
#pragma unroll
            for (int dc = -1; dc <= 1; dc++)
                sum[dr + 1][dc + 1] += r + dr < 0 || r + dr >= h || c + dc < 0 || c + dc >= w ? 0 : d * picture[p + dr * w + dc];
    }
    all += __shfl_xor_sync(~0u, all, 16);
    if (t % 32 < 16)
        atomicAdd(&total[9], all);
#pragma unroll
    for (int k = 0; k < 9; k++) {
        float v = sum[k / 3][k % 3];

        for (int s = 16; s > 1; s /= 2)
            v += __shfl_xor_sync(~0u, v, s);
        if (t % 32 < 2)
            atomicAdd(&total[k], v);
    }
    __syncthreads();
    if (t < 9)
        dw[((size_t)blockIdx.y * ci + blockIdx.x) * 9 + t] = total[t];
    if (t == 0 && blockIdx.x == 0)
        db[blockIdx.y] = total[9];
}
