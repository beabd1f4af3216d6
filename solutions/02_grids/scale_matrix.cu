// x is the column, and that is not a matter of taste: threads of a warp
// have consecutive x, columns of a row have consecutive addresses, so a
// warp touches whole stretches of memory. With x for the row, neighbouring
// threads would be cols elements apart, and each would fetch 32 bytes to
// use 4 of them.
//
// The guard needs both directions. A test of row * cols + col alone would
// let a thread outside to the right through: its place is a valid one, in
// the next row, and belongs to somebody else.

__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        m[row * cols + col] *= a;
}
