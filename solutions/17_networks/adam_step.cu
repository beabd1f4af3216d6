// Four loads, three stores, a dozen operations: the kernel takes as long as 28 bytes for each weight take,
// and nothing else matters. So the one thing to get right is that each number moves once.
//
// The corrections c1 and c2 are the same for all weights. Each thread could compute them by powf, but the
// host does it once. (In a graph or a captured stream, where nothing may change between launches, t would
// have to live in device memory.)
//
// Adam keeps two more numbers for each weight, and training in 16 bits a float copy of it: that is why a
// network needs several times its own size in memory while it is trained.

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
    w[i] = old - rate * (mean / c1 / (sqrtf(square / c2) + eps) + decay * old);
}
