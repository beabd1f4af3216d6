// Each block moves the pointers to its own part first.
// Expect: passed
__global__ void global_index(int *thread_x, int *block_x)
{
    unsigned threads = blockDim.x * blockDim.y;
    unsigned before = (blockIdx.x + blockIdx.y * gridDim.x) * threads;
    unsigned mine = threadIdx.x + threadIdx.y * blockDim.x;
    thread_x += before;
    block_x += before;
    thread_x[mine] = threadIdx.x;
    block_x[mine] = blockIdx.x;
}
