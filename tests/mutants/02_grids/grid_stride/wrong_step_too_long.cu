// Mistake: the step counts one block too many, so a stretch is left out each time.
// Expect: wrong-answer
__global__ void grid_stride(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (gridDim.x + 1) * blockDim.x)
        x[i] = x[i] * x[i];
}
