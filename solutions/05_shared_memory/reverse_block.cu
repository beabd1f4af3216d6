// No thread reads the tile before the barrier, and no thread writes to it after: that is why one barrier is
// enough. After it, every thread knows that all elements of the block are safe in the tile, so x may be
// overwritten.
//
// The barrier is between the two ifs, not inside one: every thread of the block reaches it, including those
// of the last block that have no element.
//
// The loads and stores of x are in order, 4 sectors each. Only the tile is read backwards, and shared memory
// does not mind: 32 neighbours are in 32 banks, in either direction.

__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * blockDim.x;
    int count = min(256, n - first);
    int t = threadIdx.x;

    if (t < count)
        tile[t] = x[first + t];
    __syncthreads();
    if (t < count)
        x[first + t] = tile[count - 1 - t];
}
