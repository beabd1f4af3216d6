// divergent_branch: scramble the even elements in one way and the odd ones in another.
//
//   x       n numbers, changed in place
//   n       the number of elements
//   rounds  how often to scramble each
//
// The launch: one thread for each element, in blocks of 256.

__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    // YOUR CODE HERE: which of the block's 256 elements do I take?
    // one round of an even element:  v ^= v >> 15; v *= 0x2c1b3c6d;
    // one round of an odd element:   v += v << 7;  v ^= v >> 11;
}
