// One instruction for a warp, where the compiler makes code for compute capability 8.0 or newer; shuffles elsewhere.
// Expect: passed
__device__ int sum_of_warp(int v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffff, v);
#else
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
#endif
}

__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int sums[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    int v = sum_of_warp(i < n ? x[i] : 0);
    if (t % 32 == 0)
        sums[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = sum_of_warp(t < 8 ? sums[t] : 0);
        if (t == 0)
            out[blockIdx.x] = v;
    }
}
