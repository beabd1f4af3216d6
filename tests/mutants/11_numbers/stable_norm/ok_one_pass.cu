// Each thread keeps a scale and a sum for it, as old libraries do; the pairs meet in a tree.
// Expect: passed
__device__ void add(double &scale, double &sum, double s, double q)
{
    if (s > scale) {
        sum = q + sum * (scale / s) * (scale / s);
        scale = s;
    } else if (s > 0) {
        sum += q * (s / scale) * (s / scale);
    }
}

__global__ void stable_norm(double *out, const double *x, int w, int h)
{
    __shared__ double scales[128], sums[128];
    int t = threadIdx.x;
    double scale = 0, sum = 0;

    for (int i = t; i < w; i += 128)
        add(scale, sum, fabs(x[blockIdx.x * w + i]), 1);
    scales[t] = scale;
    sums[t] = sum;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) {
            add(scale, sum, scales[t + half], sums[t + half]);
            scales[t] = scale;
            sums[t] = sum;
        }
    }
    if (t == 0)
        out[blockIdx.x] = scale * sqrt(sum);
}
