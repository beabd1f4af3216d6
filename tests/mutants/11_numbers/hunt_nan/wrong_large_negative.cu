// Mistake: -1e30 in place of -INFINITY, so that a row without a score gets equal shares.
// Expect: wrong-answer
__global__ void hunt_nan(float *out, const float *x, const unsigned char *mask, int w, int h)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r >= h)
        return;

    const float *row = x + (size_t)r * w;
    const unsigned char *open = mask + (size_t)r * w;
    float most = -1e30f, sum = 0;

    for (int i = 0; i < w; i++) {
        float v = open[i] ? row[i] : -1e30f;
        float larger = fmaxf(most, v);

        sum = sum * expf(most - larger) + expf(v - larger);
        most = larger;
    }
    for (int i = 0; i < w; i++) {
        float v = open[i] ? row[i] : -1e30f;

        out[(size_t)r * w + i] = expf(v - most) / sum;
    }
}
