// Each block finds its own largest number in shared memory first, with -infinity for what is missing.
// Expect: passed
__global__ void float_nanmax(float *best, const float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n && !isnan(x[i]) ? x[i] : -INFINITY;
    tile[t] = v;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] = fmaxf(tile[t], tile[t + half]);
        __syncthreads();
    }
    if (t != 0 || tile[0] == -INFINITY)
        return;
    int seen = atomicAdd((int *)best, 0), old;
    do {
        old = seen;
        seen = atomicCAS((int *)best, old, __float_as_int(fmaxf(__int_as_float(old), tile[0])));
    } while (seen != old);
}
