// philox: random numbers from a counter and a key, Philox4x32-10.
//
//   out          n rows of four words: row i gets the words of the counter first + i, c1, c2, c3
//   key0, key1   the key
//
// The launch: blocks of 128 threads, enough for n.

__global__ void philox(unsigned int *out, int n, unsigned int first, unsigned int c1, unsigned int c2, unsigned int c3,
                       unsigned int key0, unsigned int key1)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
    (void)i;
}
