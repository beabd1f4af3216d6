// grid_stride: square an array with fewer threads than elements.
//
//   x   n floats; x[i] must become x[i] * x[i], each exactly once
//   n   the number of elements
//
// The launch: a few blocks of 64 threads, whatever n is.

__global__ void grid_stride(float *x, int n)
{
    // YOUR CODE HERE: a loop from my number, in steps of the whole grid
}
