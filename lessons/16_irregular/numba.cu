__global__ void sum_rows(float *y, const int *row, const float *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += value[k];
        y[i] = sum;
    }
}
