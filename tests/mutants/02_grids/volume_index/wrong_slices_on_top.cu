// Mistake: z missing in the index, so all slices are written into the first.
// Expect: data-race data-race-global
__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[y * nx + x] = 10000 * z + 100 * y + x; // <-- here
}
