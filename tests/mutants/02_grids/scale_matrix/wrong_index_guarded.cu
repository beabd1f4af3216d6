// Mistake: asks about the index alone; a thread outside to the right scales an element of the next row again.
// Expect: data-race data-race-global
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int i = row * cols + col;
    if (i < rows * cols)
        m[i] *= a + row; // <-- here
}
