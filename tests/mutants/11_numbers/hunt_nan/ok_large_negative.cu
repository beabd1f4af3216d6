// A number that is less than every score in place of -INFINITY, and a row without a score apart.
// Expect: passed
__global__ void hunt_nan(float *out, const float *x, const unsigned char *mask, int w, int h)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float most = -1e30f, sum = 0;

    if (r >= h)
        return;
    for (int i = 0; i < w; i++) {
        float v = mask[r * w + i] ? x[r * w + i] : -1e30f, larger = fmaxf(most, v);

        sum = sum * expf(most - larger) + expf(v - larger);
        most = larger;
    }
    for (int i = 0; i < w; i++) {
        float v = mask[r * w + i] ? x[r * w + i] : -1e30f;

        out[r * w + i] = most == -1e30f ? 0.0f : expf(v - most) / sum;
    }
}
