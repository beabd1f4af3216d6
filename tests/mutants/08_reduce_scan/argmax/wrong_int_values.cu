// Mistake: the values are compared as ints.
// Expect: wrong-answer
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ int value[256];
    __shared__ int column[256];
    int t = threadIdx.x;
    const float *row = x + (size_t)blockIdx.x * w;
    float best = -INFINITY;
    int where = w;

    for (int k = t; k < w; k += 256)
        if (row[k] > best) {
            best = row[k];
            where = k;
        }
    value[t] = best;
    column[t] = where;
    __syncthreads();

    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            float v = value[t + half];
            int k = column[t + half];
            if (v > value[t] || (v == value[t] && k < column[t])) {
                value[t] = v;
                column[t] = k;
            }
        }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = column[0];
}
