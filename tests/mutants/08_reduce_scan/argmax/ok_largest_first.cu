// The largest value first; then the smallest column that has it, atomically.
// Expect: passed
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    __shared__ int first;
    int t = threadIdx.x;
    const float *row = x + blockIdx.x * w;
    float best = row[0];
    for (int k = t; k < w; k += 256)
        best = fmaxf(best, row[k]);
    value[t] = best;
    if (t == 0)
        first = w;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            value[t] = fmaxf(value[t], value[t + half]);
        __syncthreads();
    }
    for (int k = t; k < w; k += 256)
        if (row[k] == value[0])
            atomicMin(&first, k);
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = first;
}
