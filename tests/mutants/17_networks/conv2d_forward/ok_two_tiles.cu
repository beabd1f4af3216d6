// Two tiles in turn, so one barrier for each channel is enough. The weights go through shared memory as well.
// Expect: passed
__global__ void conv2d_forward(float *y, const float *x, const float *weight, const float *b, int ci, int co, int h, int w)
{
    __shared__ float tile[2][18 * 18], window[2][9];
    int t = threadIdx.y * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;

    for (int i = 0; i < ci; i++) {
        float *now = tile[i % 2];

        if (t < 9)
            window[i % 2][t] = weight[((size_t)blockIdx.z * ci + i) * 9 + t];
        for (int p = t; p < 324; p += 256) {
            int pr = (int)blockIdx.y * 16 - 1 + p / 18, pc = (int)blockIdx.x * 16 - 1 + p % 18;

            now[p] = 0;
            if ((unsigned)pr < (unsigned)h && (unsigned)pc < (unsigned)w)
                now[p] = x[(size_t)i * h * w + (size_t)pr * w + pc];
        }
        __syncthreads();
        for (int k = 0; k < 9; k++)
            sum += now[(threadIdx.y + k / 3) * 18 + threadIdx.x + k % 3] * window[i % 2][k];
    }
    if (r < h && c < w)
        y[((size_t)blockIdx.z * h + r) * w + c] = sum + b[blockIdx.z];
}
