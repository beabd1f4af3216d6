// Mistake: z runs fastest: a volume lying on its side.
// Expect: wrong-answer
__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(x * ny + y) * nz + z] = 10000 * z + 100 * y + x;
}
