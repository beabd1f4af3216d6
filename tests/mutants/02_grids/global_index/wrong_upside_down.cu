// Mistake: y of block and thread are counted from below, so each row proves itself right by its x alone.
// Expect: wrong-answer
__global__ void global_index(int *thread, int *block_of)
{
    int in_block = (blockDim.y - 1 - threadIdx.y) * blockDim.x + threadIdx.x;
    int block = (gridDim.y - 1 - blockIdx.y) * gridDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;
    thread[g] = 1000 * threadIdx.y + threadIdx.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}
