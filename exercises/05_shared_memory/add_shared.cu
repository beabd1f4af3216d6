// add_shared: each element gets its right neighbour added, in place, within each block.
//
//   x   n floats; the last one that a block has gets the block's first one added
//   n   how many
//
// The launch: blocks of 1 to 1024 threads, enough for n; with shared memory for blockDim.x floats.

__global__ void add_shared(float *x, int n)
{
    extern __shared__ float old[]; // as large as the launch says: blockDim.x floats

    // YOUR CODE HERE
}
