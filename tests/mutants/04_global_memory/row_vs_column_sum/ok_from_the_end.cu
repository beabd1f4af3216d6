// The row from its end, and the partial sums added by the hardware's own instruction where it has one.
// Expect: passed
__device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = t / 32;
    if (t < w) {
        int sum = 0;
        for (int r = 0; r < h; r++)
            sum += x[r * w + t];
        cols[t] = sum;
    }
    if (warp >= h)
        return;
    int sum = 0;
    for (int c = w - 1 - t % 32; c >= 0; c -= 32)
        sum += x[warp * w + c];
#if __CUDA_ARCH__ >= 800
    sum = __reduce_add_sync(0xffffffff, sum);
#else
    sum = warp_sum(sum);
#endif
    if (t % 32 == 31)
        rows[warp] = sum;
}
