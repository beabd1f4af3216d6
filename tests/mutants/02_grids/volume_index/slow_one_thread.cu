// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ void work_of(uint3 me, int *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + me.x;
    int y = blockIdx.y * blockDim.y + me.y;
    int z = blockIdx.z * blockDim.z + me.z;
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = 10000 * z + 100 * y + x;
}

__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)
        return;
    for (unsigned z = 0; z < blockDim.z; z++)
        for (unsigned y = 0; y < blockDim.y; y++)
            for (unsigned x = 0; x < blockDim.x; x++)
                work_of(make_uint3(x, y, z), out, nx, ny, nz);
}
