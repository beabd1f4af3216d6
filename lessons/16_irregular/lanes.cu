// Both kernels take any number of rows: the grid is the same.
__global__ void thread_for_each_row(float *y, const int *row,
                                    const float *value, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += value[k];
        y[i] = sum;
    }
}

__global__ void warp_for_each_row(float *y, const int *row,
                                  const float *value, int n)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int i = first; i < n; i += warps) {
        float sum = 0;
        for (int k = row[i] + lane; k < row[i + 1]; k += 32)
            sum += value[k];
        for (int s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, s);
        if (lane == 0)
            y[i] = sum;
    }
}
