// Mistake: a row is cols long, not rows; right for square matrices only.
// Expect: memory-error out-of-bounds
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        m[row * rows + col] *= a + row; // <-- here
}
