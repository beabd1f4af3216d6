// batched_matvec: many small products of a matrix and a vector, in one launch.
//
//   y   count vectors of m floats
//   a   count matrices of m rows of n floats
//   x   count vectors of n floats
//
// Launch: blocks of 32 x 8 threads, one for each 8 rows; blockIdx.y is the number of the pair.

__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    // YOUR CODE HERE
}
