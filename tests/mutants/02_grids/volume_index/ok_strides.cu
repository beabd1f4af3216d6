// The sizes of a row and of a slice by name.
// Expect: passed
__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int z = threadIdx.z + blockIdx.z * blockDim.z;
    if (x >= nx || y >= ny || z >= nz)
        return;
    int row = nx, slice = nx * ny;
    out[z * slice + y * row + x] = (z * 100 + y) * 100 + x;
}
