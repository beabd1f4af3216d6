// Mistake: takes the matrix as stored column after column.
// Expect: wrong-answer
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        m[col * rows + row] *= a + row;
}
