// Right, but a lane loads one byte at a time.
// Expect: too-slow global_requests
__global__ void matvec_int8(float *y, const char *q, const float *scale, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (r >= h)
        return;
    for (int i = lane; i < w; i += 32)
        sum += q[(size_t)r * w + i] * x[i];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[r] = scale[r] * sum;
}
