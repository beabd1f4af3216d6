// Mistake: counts down the columns of a block instead of along its rows.
// Expect: wrong-answer
__global__ void global_index(int *thread, int *block_of)
{
    int in_block = threadIdx.x * blockDim.y + threadIdx.y;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;
    thread[g] = 1000 * threadIdx.y + threadIdx.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}
