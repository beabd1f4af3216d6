// The four coordinates as digits of one number, the slowest first.
// Expect: passed
__global__ void global_index(int *thread, int *block_of)
{
    int g = ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    thread[g] = 1000 * threadIdx.y + threadIdx.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}
