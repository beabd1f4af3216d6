// scan_any_n: running sums over the whole array, in one launch.
//
//   out    n ints: the sum of x[0] to x[i]
//   turn   a counter that gives out the pieces, 0 at the beginning
//   known  one word for each piece: 0 until something is published, then a sum (lower half) and
//          a mark (upper half), 1: of this piece alone, 2: of everything up to its end
//   x      n ints, read only
//   n      the number of elements
//
// Launch: blocks of 256 threads, one for each 8192 elements, rounded up.

__global__ void scan_any_n(int *out, unsigned *turn, volatile unsigned long long *known, const int *x, int n)
{
    // YOUR CODE HERE
}
