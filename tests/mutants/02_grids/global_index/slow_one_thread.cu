// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ void work_of(uint3 me, int *thread, int *block_of)
{
    int in_block = me.y * blockDim.x + me.x;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int g = block * (blockDim.x * blockDim.y) + in_block;

    thread[g] = 1000 * me.y + me.x;
    block_of[g] = 1000 * blockIdx.y + blockIdx.x;
}

__global__ void global_index(int *thread, int *block_of)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)
        return;
    for (unsigned z = 0; z < blockDim.z; z++)
        for (unsigned y = 0; y < blockDim.y; y++)
            for (unsigned x = 0; x < blockDim.x; x++)
                work_of(make_uint3(x, y, z), thread, block_of);
}
