// Mistake: forgets that there are blocks in z as well.
// Expect: wrong-answer
__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = 10000 * z + 100 * y + x;
}
