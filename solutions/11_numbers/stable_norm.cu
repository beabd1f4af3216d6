// Divided by the largest of them, all numbers are between -1 and 1, and at least one is exactly 1 or
// -1. So the sum of the squares is between 1 and w: it can neither become infinite nor vanish. What is
// too small to have a square is too small to matter beside that 1.
//
// The row is read twice. The second time most of it comes from the caches: a row of 8192 doubles is 64
// KiB. The division is slow, but memory is slower; scaling by a power of two, which multiplies and
// rounds nothing, is what libraries do.
//
// `most` is the same for all threads of the block, so either all of them return early or none.

__global__ void stable_norm(double *out, const double *x, int w, int h)
{
    __shared__ double tile[128];
    const double *row = x + (size_t)blockIdx.x * w;
    int t = threadIdx.x;
    double most = 0, sum = 0;

    for (int i = t; i < w; i += 128)
        most = fmax(most, fabs(row[i]));
    tile[t] = most;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            tile[t] = fmax(tile[t], tile[t + half]);
        __syncthreads();
    }
    most = tile[0];
    __syncthreads(); // all have read it before the tile is used again

    if (most == 0) {
        if (t == 0)
            out[blockIdx.x] = 0;
        return;
    }

    for (int i = t; i < w; i += 128) {
        double v = row[i] / most;

        sum += v * v;
    }
    tile[t] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = most * sqrt(tile[0]);
}
