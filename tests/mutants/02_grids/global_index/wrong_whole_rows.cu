// Mistake: numbers the threads along the rows of the whole grid, as for a pixel, not block after block.
// Expect: wrong-answer
__global__ void global_index(int *thread, int *block_of)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int g = row * (gridDim.x * blockDim.x) + column;
    thread[g] = 1000 * threadIdx.y + threadIdx.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}
