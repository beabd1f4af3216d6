// A thread for each row; the warp stays until its longest row is done.
__global__ void sums(float *y, const int *row, const float *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        #pragma unroll 1
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += value[k];
        y[i] = sum;
    }
}
