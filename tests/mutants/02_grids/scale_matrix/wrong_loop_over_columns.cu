// Mistake: each thread takes a whole row, but there are as many threads to a row as the block is wide.
// Expect: data-race data-race-global
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows)
        for (int col = 0; col < cols; col++)
            m[row * cols + col] *= a + row; // <-- here
}
