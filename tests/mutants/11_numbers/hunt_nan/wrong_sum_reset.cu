// Mistake: begins the sum again from 0 when it is NaN, but leaves 0 / 0.
// Expect: wrong-answer
__global__ void hunt_nan(float *out, const float *x, const unsigned char *mask, int w, int h)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r >= h)
        return;

    const float *row = x + (size_t)r * w;
    const unsigned char *open = mask + (size_t)r * w;
    float most = -INFINITY, sum = 0;

    for (int i = 0; i < w; i++) {
        float v = open[i] ? row[i] : -INFINITY;
        float larger = fmaxf(most, v);

        sum = sum * expf(most - larger) + expf(v - larger);
        if (isnan(sum))
            sum = 0;
        most = larger;
    }
    for (int i = 0; i < w; i++) {
        float v = open[i] ? row[i] : -INFINITY;

        out[(size_t)r * w + i] = expf(v - most) / sum;
    }
}
