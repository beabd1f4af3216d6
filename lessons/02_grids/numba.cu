__global__ void negate(float *m, int rows, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < rows && x < cols)
        m[y * cols + x] = -m[y * cols + x];
}

__global__ void x_for_rows(float *m, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < rows && j < cols)
        m[i * cols + j] = -m[i * cols + j];
}
