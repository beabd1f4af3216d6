// Between the barrier and the end nobody writes to the tile, and before it nobody reads: that is what makes
// one barrier enough. After it every thread knows that all elements of the block are safe in the tile, so
// x may be overwritten.
//
// The barrier stands between two ifs, not in one: every thread of the block comes to it, also those of the
// last block that have no element.
//
// Loads and stores of x are in order, 4 sectors each. It is the tile that is read backwards, and shared
// memory does not mind: 32 neighbours are in 32 banks, whichever way round.

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
