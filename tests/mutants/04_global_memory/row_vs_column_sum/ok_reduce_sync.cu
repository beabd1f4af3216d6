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

__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = t / 32, lane = t % 32;
    if (t < w) {
        int sum = 0;
        for (int r = 0; r < h; r++)
            sum += x[r * w + t];
        cols[t] = sum;
    }
    if (warp < h) {
        int sum = 0;
        for (int c = lane; c < w; c += 32)
            sum += x[warp * w + c];
        sum = sum_of_warp(sum);
        if (lane == 0)
            rows[warp] = sum;
    }
}
