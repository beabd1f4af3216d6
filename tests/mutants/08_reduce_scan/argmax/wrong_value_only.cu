// Mistake: the value climbs the tree and its column stays behind.
// Expect: wrong-answer
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    __shared__ int column[256];
    int t = threadIdx.x, where = w;
    float best = -INFINITY;
    for (int k = t; k < w; k += 256)
        if (x[blockIdx.x * w + k] > best) {
            best = x[blockIdx.x * w + k];
            where = k;
        }
    value[t] = best;
    column[t] = where;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half && value[t + half] > value[t])
            value[t] = value[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = column[0];
}
