// Mistake: each block writes its own sum as if it were that of all.
// Expect: data-race data-race-global
__device__ float partial[1056];
__global__ void sum_any_n(float *out, unsigned *arrived, const float *x, int n)
{
    __shared__ float tile[256];
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
    if (t == 0)
        out[0] = tile[0]; // <-- here
}
