// The four weights come as one int, and shifts take it apart. Each is scaled at once.
// Expect: passed
__device__ float byte_of(int word, int k)
{
    return (float)((word << (24 - 8 * k)) >> 24);
}

__global__ void matvec_int8(float *y, const char *q, const float *scale, const float *x, int h, int w)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;

    if (r < h) {
        float s = scale[r], sum = 0;

        for (int i = 4 * lane; i < w; i += 128) {
            int word = *(const int *)(q + (size_t)r * w + i);
            float4 v = *(const float4 *)(x + i);

            sum += s * byte_of(word, 0) * v.x;
            sum += s * byte_of(word, 1) * v.y;
            sum += s * byte_of(word, 2) * v.z;
            sum += s * byte_of(word, 3) * v.w;
        }
        for (int d = 1; d < 32; d *= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, d);
        if (lane == 7)
            y[r] = sum;
    }
}
