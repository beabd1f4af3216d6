// Mistake: divides by the mean square, not by its root.
// Expect: wrong-answer
__global__ void adam_step(float *w, float *m, float *v, const float *g, int n, float rate, float beta1, float beta2,
                          float c1, float c2, float eps, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    float gradient = g[i], old = w[i];
    float mean = beta1 * m[i] + (1 - beta1) * gradient;
    float square = beta2 * v[i] + (1 - beta2) * gradient * gradient;

    m[i] = mean;
    v[i] = square;
    w[i] = old - rate * (mean / c1 / ((square / c2) + eps) + decay * old);
}
