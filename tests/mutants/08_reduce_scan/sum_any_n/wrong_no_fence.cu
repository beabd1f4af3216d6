// Mistake: no fence: the counter may be seen before the sum is.
// Expect: data-race data-race-global
__device__ float partial[1056];
__global__ void sum_any_n(float *out, unsigned *arrived, const float *x, int n)
{
    __shared__ float tile[256];
    __shared__ bool last;
    int t = threadIdx.x;
    float sum = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += x[i];
    tile[t] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = tile[0];
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        sum = 0;
#pragma unroll 1
        for (int b = 0; b < gridDim.x; b++)
            sum += partial[b]; // <-- here
        out[0] = sum;
    }
}
