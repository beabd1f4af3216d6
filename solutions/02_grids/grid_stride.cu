// The grid-stride loop. Its condition is the guard as well, so it is right
// for any n and any launch, down to one thread: handy for finding errors,
// and for choosing the grid by the GPU (some blocks for each
// multiprocessor) and not by the data.
//
// In each step the threads stand side by side, so a warp touches one
// unbroken stretch of memory. Giving each thread a chunk of consecutive
// elements would be as right, and several times slower on a GPU: there the
// threads of a warp would stand a whole chunk apart.

__global__ void grid_stride(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * x[i];
}
