// Mistake: the two factors are swapped.
// Expect: wrong-answer
__global__ void adam_step(float *w, float *m, float *v, const float *g, int n, float rate, float beta1, float beta2,
                          float c1, float c2, float eps, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    float gradient = g[i], old = w[i];
    float mean = beta2 * m[i] + (1 - beta2) * gradient;
    float square = beta1 * v[i] + (1 - beta1) * gradient * gradient;

    m[i] = mean;
    v[i] = square;
    w[i] = old - rate * (mean / c1 / (sqrtf(square / c2) + eps) + decay * old);
}
