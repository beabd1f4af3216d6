// The three formulas of the task, as they stand: m and v are read again from the cache.
// Expect: passed
__global__ void adam_step(float *w, float *m, float *v, const float *g, int n, float rate, float beta1, float beta2,
                          float c1, float c2, float eps, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        m[i] = beta1 * m[i] + (1 - beta1) * g[i];
        v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
        w[i] = w[i] - rate * ((m[i] / c1) / (sqrtf(v[i] / c2) + eps) + decay * w[i]);
    }
}
