// flip_image: mirror an image left to right.
//
//   dst             height x width pixels, to write
//   src             height x width pixels, row after row, read only
//   width, height   the size
//
// The launch: blocks of 16 x 16 threads; x covers the columns, y the rows, both rounded up.

__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    // YOUR CODE HERE
}
