// Mistake: x for the row and y for the column, while the grid was made for the other way round.
// Expect: wrong-answer
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        m[row * cols + col] *= a + row;
}
