// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ void work_of(uint3 me, int *lane, int *warp)
{
    int t = (me.z * blockDim.y + me.y) * blockDim.x + me.x;
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int i = blockIdx.x * threads + t;
    lane[i] = t % 32;
    warp[i] = t / 32;
}

__global__ void lane_id(int *lane, int *warp)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)
        return;
    for (unsigned z = 0; z < blockDim.z; z++)
        for (unsigned y = 0; y < blockDim.y; y++)
            for (unsigned x = 0; x < blockDim.x; x++)
                work_of(make_uint3(x, y, z), lane, warp);
}
