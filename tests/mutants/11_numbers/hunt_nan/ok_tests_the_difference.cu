// The difference of two infinities is never formed, and the logarithm of the sum is subtracted.
// Expect: passed
__global__ void hunt_nan(float *out, const float *x, const unsigned char *mask, int w, int h)
{
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < h; r += gridDim.x * blockDim.x) {
        float most = -INFINITY, sum = 0;

        for (int i = r * w; i < r * w + w; i++) {
            float v = mask[i] ? x[i] : -INFINITY;

            if (v == -INFINITY)
                continue;
            if (v > most) {
                sum = sum * expf(most - v) + 1;
                most = v;
            } else {
                sum += __expf(v - most);
            }
        }

        float log_sum = sum > 0 ? most + logf(sum) : 0;

        for (int i = r * w; i < r * w + w; i++)
            out[i] = mask[i] ? expf(x[i] - log_sum) : 0;
    }
}
