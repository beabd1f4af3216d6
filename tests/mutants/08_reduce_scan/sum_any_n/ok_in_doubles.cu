// Right: all sums are doubles, which takes more instructions.
// Expect: passed
__device__ double partial[1056];

__global__ void sum_any_n(float *out, unsigned *arrived, const float *x, int n)
{
    __shared__ double all[256];
    int t = threadIdx.x;
    double sum = 0;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += x[i];
    all[t] = sum;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            all[t] += all[t + d];
    }
    if (t > 0)
        return;
    partial[blockIdx.x] = all[0];
    __threadfence();
    if (atomicInc(arrived, gridDim.x - 1) != gridDim.x - 1)
        return;
    __threadfence();
    sum = 0;
    for (int b = 0; b < gridDim.x; b++)
        sum += partial[b];
    *out = sum;
}
