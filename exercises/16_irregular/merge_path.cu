// merge_path: two sorted arrays become one.
//
//   out   na + nb numbers, sorted
//   from  where each comes from: i for a[i], na + j for b[j]
//   a     na numbers, sorted
//   b     nb numbers, sorted
//
// The launch: blocks of 128 threads, enough for one thread for each 8 outputs.

__global__ void merge_path(int *out, int *from, const int *a, const int *b, int na, int nb)
{
    // YOUR CODE HERE
}
