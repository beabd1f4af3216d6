// Three times the same formula, a guard with three parts, and a nested
// index: slices, then rows, then elements. Written as (z * ny + y) * nx + x,
// it needs two multiplications and says what it means.
//
// x is fastest in memory, so the thread's x must be the volume's x. The
// block is 8 wide, and 8 ints are 32 bytes, the smallest piece that the
// memory moves: narrower blocks would waste part of every piece.

__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = 10000 * z + 100 * y + x;
}
