// The bits of even and of odd weights are taken apart by two masks.
// Expect: passed
__device__ float dot(unsigned int four, float a, float b, float c, float d)
{
    return ((int)(four & 255) - 8) * a + ((int)(four >> 8 & 255) - 8) * b + ((int)(four >> 16 & 255) - 8) * c + ((int)(four >> 24) - 8) * d;
}

__global__ void matvec_int4(float *y, const unsigned int *q, const float *scale, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    double sum = 0;

    if (r >= h)
        return;
    for (int i = lane; i < w / 8; i += 32) {
        unsigned int v = q[r * (w / 8) + i];
        float4 a = *(const float4 *)(x + 8 * i), b = *(const float4 *)(x + 8 * i + 4);

        sum += (dot(v & 0x0f0f0f0f, a.x, a.z, b.x, b.z) + dot(v >> 4 & 0x0f0f0f0f, a.y, a.w, b.y, b.w)) * scale[r * (w / 32) + i / 4];
    }
    for (int s = 16; s; s >>= 1)
        sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0)
        y[r] = sum;
}
