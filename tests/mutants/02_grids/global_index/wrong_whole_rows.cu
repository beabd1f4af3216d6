// Mistake: numbers the threads along the rows of the whole grid, as for a pixel, not block after block.
// Expect: wrong-answer
__global__ void global_index(int *thread_x, int *block_x)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int g = row * (gridDim.x * blockDim.x) + column;
    thread_x[g] = threadIdx.x;
    block_x[g] = blockIdx.x;
}
