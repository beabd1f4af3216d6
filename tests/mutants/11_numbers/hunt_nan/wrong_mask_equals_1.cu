// Mistake: a score counts only where mask is 1.
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
        if (open[i] != 1)
            continue;

        float larger = fmaxf(most, row[i]);

        sum = sum * expf(most - larger) + expf(row[i] - larger);
        most = larger;
    }
    for (int i = 0; i < w; i++)
        out[(size_t)r * w + i] = open[i] == 1 ? expf(row[i] - most) / sum : 0;
}
