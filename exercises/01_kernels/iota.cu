// iota: count from zero, one thread for each number.
//
//   out   n ints; out[i] must become i
//   n     the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void iota(int *out, int n)
{
    // YOUR CODE HERE: who am I, is there an element for me, write it
}
