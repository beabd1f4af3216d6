// Mistake: counts down the columns of a block instead of along its rows.
// Expect: wrong-answer
__global__ void global_index(int *thread_x, int *block_x)
{
    int in_block = threadIdx.x * blockDim.y + threadIdx.y;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;
    thread_x[g] = threadIdx.x;
    block_x[g] = blockIdx.x;
}
