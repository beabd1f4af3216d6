// The grid-stride loop. Its condition is also the guard, so it is right for
// any n and any launch, down to one thread: useful for finding errors, and
// for choosing the grid by the GPU (some blocks for each multiprocessor) and
// not by the data.
//
// In each step the threads work side by side, so a warp accesses one
// contiguous stretch of memory. Giving each thread a chunk of consecutive
// elements would be just as right, but several times slower on a GPU: the
// threads of a warp would then be a whole chunk apart.

__global__ void grid_stride(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * x[i];
}
