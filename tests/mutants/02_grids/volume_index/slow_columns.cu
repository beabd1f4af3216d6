// Right, but the threads of the first slices go through all of them: the other blocks have nothing to do.
// Expect: too-slow working_blocks
__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < nx && y < ny && blockIdx.z == 0)
        for (int z = threadIdx.z; z < nz; z += blockDim.z)
            out[(z * ny + y) * nx + x] = 10000 * z + 100 * y + x;
}
