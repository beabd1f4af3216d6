// race_counter: how many elements are larger than a limit?
//
//   count  one int, which already holds a number: add to it
//   x      n ints, read only
//   limit  elements equal to it do not count
//   n      the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE: the line below loses counts. Why? Fix it.
    if (i < n && x[i] > limit)
        *count += 1;
}
