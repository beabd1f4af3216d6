// Mistake: takes a block to have blockDim.x threads, so blocks overlap as soon as they have two rows.
// Expect: data-race data-race-global
__global__ void global_index(int *thread, int *block_of)
{
    int in_block = threadIdx.y * blockDim.x + threadIdx.x;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int g = block * blockDim.x + in_block;
    thread[g] = 1000 * threadIdx.y + threadIdx.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x; // <-- here
}
