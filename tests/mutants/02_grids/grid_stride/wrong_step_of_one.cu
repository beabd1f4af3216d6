// Mistake: every thread goes on to its neighbour's element.
// Expect: data-race data-race-global
__global__ void grid_stride(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i++)
        x[i] = x[i] * x[i]; // <-- here
}
