// Mistake: the formula of lesson 01, which knows nothing of y.
// Expect: wrong-answer
__global__ void global_index(int *thread_x, int *block_x)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    thread_x[g] = threadIdx.x;
    block_x[g] = blockIdx.x;
}
