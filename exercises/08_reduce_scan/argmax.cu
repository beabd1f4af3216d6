// argmax: for each row the column of its largest element, or of the first one if several are equally large.
//
//   out  h ints
//   x    h rows of w floats, read only
//   w, h
//
// Launch: one block of 256 threads for each row.

__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    __shared__ int column[256];

    // YOUR CODE HERE
}
