// A pointer to the row first.
// Expect: passed
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols)
        return;
    float *line = m + row * cols;
    line[col] = (a + row) * line[col];
}
