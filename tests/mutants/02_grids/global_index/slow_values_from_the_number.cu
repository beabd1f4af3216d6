// Right, but it numbers the threads row by row over the whole grid, and computes back from the number what the thread with it would
// write. So the threads of a warp write into several blocks' parts.
// Expect: too-slow sectors_per_store
__global__ void global_index(int *thread, int *block_of)
{
    int wide = gridDim.x * blockDim.x;
    int g = (blockIdx.y * blockDim.y + threadIdx.y) * wide + blockIdx.x * blockDim.x + threadIdx.x;
    int size = blockDim.x * blockDim.y, block = g / size, t = g % size;

    thread[g] = 1000 * (t / blockDim.x) + t % blockDim.x;
    block_of[g] = 1000 * (block / gridDim.x) + block % gridDim.x;
}
