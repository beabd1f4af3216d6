// Mistake: one column for each thread: columns past 255 are never read.
// Expect: wrong-answer
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    __shared__ int column[256];
    int t = threadIdx.x;
    value[t] = t < w ? x[blockIdx.x * w + t] : -INFINITY;
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
