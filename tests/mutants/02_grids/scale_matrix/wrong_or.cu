// Mistake: || lets in a thread that is outside one way and inside the other.
// Expect: memory-error out-of-bounds
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows || col < cols)
        m[row * cols + col] *= a + row; // <-- here
}
