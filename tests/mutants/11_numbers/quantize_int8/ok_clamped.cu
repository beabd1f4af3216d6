// Rounds by adding and subtracting a large number, and clamps, which does no harm.
// Expect: passed
__global__ void quantize_int8(char *q, float *scale, const float *x, int w, int h)
{
    __shared__ float four[4];
    float most = 0;

    for (int i = threadIdx.x; i < w; i += 128)
        most = max(most, abs(x[blockIdx.x * w + i]));
    for (int d = 16; d > 0; d /= 2)
        most = max(most, __shfl_xor_sync(~0u, most, d));
    if (threadIdx.x % 32 == 0)
        four[threadIdx.x / 32] = most;
    __syncthreads();
    most = max(max(four[0], four[1]), max(four[2], four[3]));

    float s = most == 0 ? 1.0f : exp2f(ceilf(log2f(most) - log2f(127.0f) - 1e-4f));

    for (int i = threadIdx.x; i < w; i += 128) {
        float v = x[blockIdx.x * w + i] / s + 12582912.0f;

        q[blockIdx.x * w + i] = (char)max(-127.0f, min(127.0f, v - 12582912.0f));
    }
    if (threadIdx.x == 0)
        scale[blockIdx.x] = s;
}
