// Right, but each thread has four neighbouring weights, so neighbouring threads are 16 bytes apart.
// Expect: too-slow traffic
__global__ void adam_step(float *w, float *m, float *v, const float *g, int n, float rate, float beta1, float beta2,
                          float c1, float c2, float eps, float decay)
{
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    #pragma unroll 1
    for (int i = first; i < first + 4 && i < n; i++) {
        float mean = beta1 * m[i] + (1 - beta1) * g[i], square = beta2 * v[i] + (1 - beta2) * g[i] * g[i];

        m[i] = mean;
        v[i] = square;
        w[i] -= rate * (mean / c1 / (sqrtf(square / c2) + eps) + decay * w[i]);
    }
}
