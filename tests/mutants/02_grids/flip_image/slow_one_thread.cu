// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ void work_of(uint3 me, unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + me.x;
    int y = blockIdx.y * blockDim.y + me.y;
    if (x < width && y < height)
        dst[y * width + x] = src[y * width + (width - 1 - x)];
}

__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)
        return;
    for (unsigned z = 0; z < blockDim.z; z++)
        for (unsigned y = 0; y < blockDim.y; y++)
            for (unsigned x = 0; x < blockDim.x; x++)
                work_of(make_uint3(x, y, z), dst, src, width, height);
}
