// Both corrections become one step size, as PyTorch does it.
// Expect: passed
__global__ void adam_step(float *w, float *m, float *v, const float *g, int n, float rate, float beta1, float beta2,
                          float c1, float c2, float eps, float decay)
{
    float step = rate / c1, root = sqrtf(c2);

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float d = g[i], p = w[i] * (1 - rate * decay), a = m[i], b = v[i];

        a += (1 - beta1) * (d - a);
        b = fmaf(beta2, b, (1 - beta2) * d * d);
        w[i] = p - step * a / (sqrtf(b) / root + eps);
        m[i] = a;
        v[i] = b;
    }
}
