// Mistake: blockDim where the grid's own size is needed.
// Expect: memory-error out-of-bounds
__global__ void global_index(int *thread, int *block_of)
{
    int in_block = threadIdx.y * blockDim.x + threadIdx.x;
    int block = blockIdx.y * blockDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;
    thread[g] = 1000 * threadIdx.y + threadIdx.x; // <-- here
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}
