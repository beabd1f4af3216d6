// add_shared: add to each element its right neighbour, in place, within each block.
//
//   x   n floats; the last element of a block gets the block's first one added
//   n   the number of elements
//
// The launch: blocks of 1 to 1024 threads, enough for n; with shared memory for blockDim.x floats.

__global__ void add_shared(float *x, int n)
{
    extern __shared__ float old[]; // the launch sets the size: blockDim.x floats

    // YOUR CODE HERE
}
