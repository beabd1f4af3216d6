// Mistake: forgets to multiply by the largest value again.
// Expect: wrong-answer
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
        out[blockIdx.x] = sqrt(tile[0]);
}
