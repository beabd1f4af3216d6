// Mistake: the threads of a block add up in shared memory by atomics, in the order in which they come: other last bits each time.
// Expect: wrong-answer
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
    if (t == 0)
        tile[0] = 0;
    __syncthreads();
    atomicAdd(&tile[0], sum);
    __syncthreads();
    if (t == 0) {
        partial[blockIdx.x] = tile[0];
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        __threadfence();
        sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += partial[b];
        out[0] = sum;
    }
}
