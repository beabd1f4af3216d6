// zip_stride: every stride-th element of two arrays, zipped into pairs.
//
//   out      2 * ceil(n / stride) ints: a[0], b[0], a[stride], b[stride], ...
//   a, b     n ints each, only to be read
//   n        how many elements a and b have
//   stride   take every stride-th of them, 1 or more
//
// The launch: blocks of 256 threads, just enough of them to have a thread for each pair.

__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    // YOUR CODE HERE
}
