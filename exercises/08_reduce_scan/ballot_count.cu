// ballot_count: in each group of 32 elements, count those larger than limit, and number them.
//
//   count  one int for each group; the last group may have fewer than 32 elements
//   rank   n ints: the number of larger elements before this one in its group, or -1
//   x      n ints, read only
//   limit, n
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;

    // YOUR CODE HERE
}
