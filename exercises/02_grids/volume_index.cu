// volume_index: write each element's coordinates into a volume.
//
//   out          nz x ny x nx ints, x fastest; element (z, y, x) must become 10000 * z + 100 * y + x
//   nx, ny, nz   the size, none above 99
//
// The launch: blocks of 8 x 4 x 4 threads; x covers nx, y covers ny, z covers nz, each rounded up.

__global__ void volume_index(int *out, int nx, int ny, int nz)
{
    // YOUR CODE HERE
}
