// Mistake: no barrier in the loop.
// Expect: data-race data-race-shared
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    int t = threadIdx.x, where = w;
    float best = -INFINITY;
    for (int k = t; k < w; k += 256)
        best = fmaxf(best, x[blockIdx.x * w + k]);
    value[t] = best;
    __syncthreads();
#pragma unroll 1
    for (int half = 128; half > 0; half /= 2)
        if (t < half)
            value[t] = fmaxf(value[t], value[t + half]); // <-- here
    for (int k = 0; k < w && t == 0 && where == w; k++)
        if (x[blockIdx.x * w + k] == value[0])
            where = k;
    if (t == 0)
        out[blockIdx.x] = where;
}
