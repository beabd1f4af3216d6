// Two pairs for each lane, with a finite number in place of minus infinity; then maximum first, sum second.
// Expect: passed
__device__ void take(float v, float &m, float &l)
{
    float larger = v > m ? v : m;

    l = l * exp2f((m - larger) * 1.44269504f) + exp2f((v - larger) * 1.44269504f);
    m = larger;
}

__global__ void online_softmax(float *most, float *sum, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, c = lane;
    float m = -3.4e38f, l = 0, m2 = -3.4e38f, l2 = 0;

    if (r >= h)
        return;
    const float *row = x + (size_t)r * w;
    for (; c + 32 < w; c += 64) {
        float a = row[c], b = row[c + 32];

        take(a, m, l);
        take(b, m2, l2);
    }
    if (c < w)
        take(row[c], m, l);
    float largest = fmaxf(m, m2);
    for (int s = 1; s < 32; s *= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, s));
    l = l * expf(m - largest) + l2 * expf(m2 - largest);
    for (int s = 1; s < 32; s *= 2)
        l += __shfl_xor_sync(0xffffffff, l, s);
    if (lane == 0)
        most[r] = largest, sum[r] = l;
}
