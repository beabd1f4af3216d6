// zip_stride: every stride-th element of two arrays, zipped into pairs.
//
//   out      2 * ceil(n / stride) ints: a[0], b[0], a[stride], b[stride], ...
//   a, b     n ints each, read only
//   n        the number of elements in a and in b
//   stride   take every stride-th element; at least 1
//
// The launch: blocks of 256 threads, enough of them for one thread per pair.

__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    // YOUR CODE HERE
}
