// Each place of x gives its number to the nine gradients around it.
// Expect: passed
__global__ void conv_backward(float *dw, float *db, const float *dy, const float *x, int ci, int co, int h, int w)
{
    __shared__ double part[4][10];
    int i = blockIdx.x, o = blockIdx.y, t = threadIdx.x, size = h * w;
    double sum[10] = { 0 };

    for (int p = t; p < size; p += 128) {
        float v = x[(size_t)i * size + p];
        int r = p / w, c = p % w;

#pragma unroll
        for (int k = 0; k < 9; k++) {
            int row = r + 1 - k / 3, col = c + 1 - k % 3;

            if (0 <= row && row < h && 0 <= col && col < w)
                sum[k] += v * dy[(size_t)o * size + row * w + col];
        }
        sum[9] += dy[(size_t)o * size + p];
    }
#pragma unroll
    for (int k = 0; k < 10; k++) {
        for (int s = 1; s < 32; s *= 2)
            sum[k] += __shfl_xor_sync(~0u, sum[k], s);
        part[t / 32][k] = sum[k];
    }
    __syncthreads();
    if (t < 10) {
        float all = part[0][t] + part[1][t] + part[2][t] + part[3][t];

        if (t < 9)
            dw[(o * ci + i) * 9 + t] = all;
        else if (i == 0)
            db[o] = all;
    }
}
