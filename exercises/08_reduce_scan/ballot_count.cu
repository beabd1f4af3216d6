// ballot_count: of each 32 elements, how many are larger than limit, and which one of them each is.
//
//   count  an int for each 32 elements, and one for what is left
//   rank   n ints: the number of larger elements before this one in its group, or -1
//   x      n ints, read only
//   limit, n
//
// Launch: blocks of 256 threads, just enough of them to have n threads or more.

__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;

    // YOUR CODE HERE
}
