// hunt_nan: the softmax of rows with a mask. It gives NaN in some rows; there are two causes.
//
//   out   h rows of w floats: the shares
//   x     h rows of w floats: the scores
//   mask  h rows of w numbers: 0 where a score does not count
//
// The launch: blocks of 128 threads, enough for h rows.

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

        out[(size_t)r * w + i] = expf(v - most) / sum;
    }
}
