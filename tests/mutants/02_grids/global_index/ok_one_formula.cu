// The four coordinates as digits of one number, the slowest first.
// Expect: passed
__global__ void global_index(int *thread_x, int *block_x)
{
    int g = ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    thread_x[g] = threadIdx.x;
    block_x[g] = blockIdx.x;
}
