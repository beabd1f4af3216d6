// Mistake: the two results in each other's array.
// Expect: wrong-answer
__global__ void global_index(int *thread, int *block_of)
{
    int in_block = threadIdx.y * blockDim.x + threadIdx.x;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;
    thread[g] = 1000 * blockIdx.y + blockIdx.x;
    block_of[g] = 1000 * threadIdx.y + threadIdx.x;
}
