// Row-major counting, three times over: y times the length of a row, plus
// x. First the threads in a block, then the blocks in the grid, then the
// block's number times its threads, plus the number within the block.
//
// The hardware cuts a block into warps of 32 in this order. Because x runs
// fastest, threads with consecutive threadIdx.x are in the same warp, and
// here they write consecutive elements: whole lines of memory.

__global__ void global_index(int *thread, int *block_of)
{
    int in_block = threadIdx.y * blockDim.x + threadIdx.x;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;

    thread[g] = 1000 * threadIdx.y + threadIdx.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}
