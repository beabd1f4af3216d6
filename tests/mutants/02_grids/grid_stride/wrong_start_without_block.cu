// Mistake: all blocks start at the same elements.
// Expect: data-race data-race-global
__global__ void grid_stride(float *x, int n)
{
    for (int i = threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * x[i]; // <-- here
}
