// reverse_block: each block reverses the order of its 256 elements, in place.
//
//   x   n floats; the last block may have fewer than 256 of them
//   n   the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256]; // one array for the whole block

    // YOUR CODE HERE
}
