// Mistake: adds a small number to the sum, so that nothing is divided by 0, but the masked are not left out.
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
        most = larger;
    }
    for (int i = 0; i < w; i++) {
        float v = open[i] ? row[i] : -INFINITY;

        out[(size_t)r * w + i] = expf(v - most) / (sum + 1e-20f);
    }
}
