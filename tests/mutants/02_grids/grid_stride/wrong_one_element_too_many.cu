// Mistake: <= lets the loop reach element n.
// Expect: memory-error out-of-bounds
__global__ void grid_stride(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * x[i]; // <-- here
}
