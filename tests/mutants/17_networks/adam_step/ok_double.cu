// In double precision.
// Expect: passed
__global__ void adam_step(float *w, float *m, float *v, const float *g, int n, float rate, float beta1, float beta2,
                          float c1, float c2, float eps, float decay)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;

    if (i < n) {
        double d = g[i], p = w[i];
        double a = (double)beta1 * m[i] + (1.0 - beta1) * d, b = (double)beta2 * v[i] + (1.0 - beta2) * d * d;

        m[i] = (float)a;
        v[i] = (float)b;
        w[i] = (float)(p - rate * decay * p - rate * (a / c1) / (sqrt(b / c2) + eps));
    }
}
