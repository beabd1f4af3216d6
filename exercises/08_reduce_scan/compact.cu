// compact: each block keeps those of its 256 elements that are larger than limit, in order.
//
//   out    n ints: in each block's part first the kept elements, then zeros
//   kept   one int for each block: how many elements it has kept
//   x      n ints, read only
//   limit, n
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    __shared__ int sums[8]; // one for each warp

    // YOUR CODE HERE
}
