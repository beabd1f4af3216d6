// Right, but a lane takes one weight at a time, so it loads each word eight times.
// Expect: too-slow global_requests
__global__ void matvec_int4(float *y, const unsigned int *q, const float *scale, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (r >= h)
        return;
    for (int c = lane; c < w; c += 32) {
        unsigned int word = q[(size_t)r * (w / 8) + c / 8];
        int v = (int)(word >> c % 8 * 4 & 15) - 8;

        sum += v * scale[(size_t)r * (w / 32) + c / 32] * x[c];
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[r] = sum;
}
