// Mistake: steps of one block, so the blocks walk over each other's elements.
// Expect: data-race data-race-global
__global__ void grid_stride(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        x[i] = x[i] * x[i]; // <-- here
}
