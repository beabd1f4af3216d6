// One atomic for a warp, whose largest number one instruction finds, where the compiler makes code for compute capability 8.0
// or newer.
// Expect: passed
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = x[i < n ? i : n - 1];

#if __CUDA_ARCH__ >= 800
    v = __reduce_max_sync(0xffffffff, v);
#else
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
#endif
    if (threadIdx.x % 32 == 0)
        atomicMax(best, v);
}
