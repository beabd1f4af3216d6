// Mistake: the formula of lesson 01, which knows nothing of y.
// Expect: data-race data-race-global
__global__ void global_index(int *thread, int *block_of)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    thread[g] = 1000 * threadIdx.y + threadIdx.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}
