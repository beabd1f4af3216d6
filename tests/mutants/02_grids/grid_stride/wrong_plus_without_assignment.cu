// Mistake: i + step computes a number and throws it away; i never moves.
// Expect: hang hang
__global__ void grid_stride(float *x, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i + step) // <-- here
        x[i] = x[i] * x[i];
}
