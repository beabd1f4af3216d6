// Steps of the whole grid in both directions; right for any launch.
// Expect: passed
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < rows; row += gridDim.y * blockDim.y)
        for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < cols; col += gridDim.x * blockDim.x)
            m[row * cols + col] *= a + row;
}
