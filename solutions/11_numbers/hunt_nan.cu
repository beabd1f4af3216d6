// The NaN arises where two infinities meet. As long as all scores so far are masked, `most` and `larger`
// are both -INFINITY, and their difference is NaN. From then on the sum is NaN, whatever comes later.
// That is why the row was lost if its *first* score was masked, but not if only later ones were.
//
// A masked score now takes no part. When the first open one arrives, most is still -INFINITY, and
// -INFINITY minus a number is -INFINITY: its exponential is 0, as it should be.
//
// The second cause was a row without any score: its sum is 0, and 0 / 0 is NaN. Shares are now divided
// only where the mask is open, and then there is at least one term in the sum.

__global__ void hunt_nan(float *out, const float *x, const unsigned char *mask, int w, int h)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r >= h)
        return;

    const float *row = x + (size_t)r * w;
    const unsigned char *open = mask + (size_t)r * w;
    float most = -INFINITY, sum = 0;

    for (int i = 0; i < w; i++) {
        if (!open[i])
            continue;

        float larger = fmaxf(most, row[i]);

        sum = sum * expf(most - larger) + expf(row[i] - larger);
        most = larger;
    }
    for (int i = 0; i < w; i++)
        out[(size_t)r * w + i] = open[i] ? expf(row[i] - most) / sum : 0;
}
