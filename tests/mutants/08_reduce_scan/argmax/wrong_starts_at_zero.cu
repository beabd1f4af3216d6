// Mistake: the best so far begins at 0, and in a row of negative numbers nothing is larger.
// Expect: wrong-answer
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    __shared__ int column[256];
    int t = threadIdx.x, where = 0;
    float best = 0;
    for (int k = t; k < w; k += 256)
        if (x[blockIdx.x * w + k] > best) {
            best = x[blockIdx.x * w + k];
            where = k;
        }
    value[t] = best;
    column[t] = where;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            if (value[t + half] > value[t] || (value[t + half] == value[t] && column[t + half] < column[t])) {
                value[t] = value[t + half];
                column[t] = column[t + half];
            }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = column[0];
}
