// Largest score, sum, shares; and nothing where there is no score.
// Expect: passed
__global__ void hunt_nan(float *out, const float *x, const unsigned char *mask, int w, int h)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float most = -INFINITY, sum = 0;

    if (r >= h)
        return;
    for (int i = r * w; i < (r + 1) * w; i++)
        if (mask[i])
            most = fmaxf(most, x[i]);
    for (int i = r * w; i < (r + 1) * w; i++) {
        out[i] = mask[i] ? expf(x[i] - most) : 0.0f;
        sum += out[i];
    }
    for (int i = r * w; sum > 0 && i < (r + 1) * w; i++)
        out[i] /= sum;
}
