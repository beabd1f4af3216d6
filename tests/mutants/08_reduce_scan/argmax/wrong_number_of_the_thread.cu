// Mistake: gives the thread that had the largest, not the column; right as long as rows have 256 columns or fewer.
// Expect: wrong-answer
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    __shared__ int column[256];
    int t = threadIdx.x;
    float best = -INFINITY;
    for (int k = t; k < w; k += 256)
        best = fmaxf(best, x[blockIdx.x * w + k]);
    value[t] = best;
    column[t] = t;
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
