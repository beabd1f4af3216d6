// Mistake: blockDim where the grid's own size is needed.
// Expect: memory-error out-of-bounds
__global__ void global_index(int *thread_x, int *block_x)
{
    int in_block = threadIdx.y * blockDim.x + threadIdx.x;
    int block = blockIdx.y * blockDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;
    thread_x[g] = threadIdx.x; // <-- here
    block_x[g] = blockIdx.x;
}
