// Mistake: a one-dimensional index in a two-dimensional block: all its rows do the same work.
// Expect: data-race data-race-global
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * cols)
        m[i] *= a + i / cols; // <-- here
}
