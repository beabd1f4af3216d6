// reverse_block: each block turns the order of its 256 elements round, in place.
//
//   x   n floats; the last block may have fewer than 256 of them
//   n   how many
//
// The launch: blocks of 256 threads, just enough of them for n threads or more.

__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256]; // one array for the whole block

    // YOUR CODE HERE
}
