// Right, but block 0 goes through all elements, and the others do nothing.
// Expect: too-slow working_blocks
__global__ void grid_stride(float *x, int n)
{
    for (int i = threadIdx.x; blockIdx.x == 0 && i < n; i += blockDim.x)
        x[i] = x[i] * x[i];
}
