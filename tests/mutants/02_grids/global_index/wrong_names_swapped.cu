// Mistake: the two results in each other's array.
// Expect: wrong-answer
__global__ void global_index(int *thread_x, int *block_x)
{
    int in_block = threadIdx.y * blockDim.x + threadIdx.x;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;
    thread_x[g] = blockIdx.x;
    block_x[g] = threadIdx.x;
}
