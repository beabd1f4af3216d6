// One instruction for a warp, where the compiler makes code for compute capability 8.0 or newer; shuffles elsewhere.
// Expect: passed
__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;

#if __CUDA_ARCH__ >= 800
    v = __reduce_add_sync(0xffffffff, v);
#else
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
#endif
    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}
