// x is the column, and that is not a matter of taste: threads of a warp have
// consecutive x, the columns of a row have consecutive addresses, so a warp
// accesses whole stretches of memory. With x for the row, neighbouring
// threads would be cols elements apart, and each would fetch 32 bytes to use
// 4 of them.
//
// The guard needs both directions. A test of row * cols + col alone would
// let through a thread that is outside to the right: its index is valid, but
// it belongs to an element of the next row, which another thread changes.

__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        m[row * cols + col] *= a + row;
}
