// Each block moves the pointers to its own part first.
// Expect: passed
__global__ void global_index(int *thread, int *block_of)
{
    unsigned threads = blockDim.x * blockDim.y;
    unsigned before = (blockIdx.x + blockIdx.y * gridDim.x) * threads;
    unsigned mine = threadIdx.x + threadIdx.y * blockDim.x;
    thread += before;
    block_of += before;
    thread[mine] = 1000 * threadIdx.y + threadIdx.x;
    block_of[mine] = 1000 * blockIdx.y + blockIdx.x;
}
