// Right, but one thread of each row does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && blockIdx.x == 0 && threadIdx.x == 0)
        for (int col = 0; col < cols; col++)
            m[row * cols + col] *= a + row;
}
