// tone_mapping: the brightness of a picture, spread over all levels of a screen.
//
//   x      h rows of w pixels of 16 bits, read only
//   y      h rows of w pixels of 8 bits, to write
//   bins   the number of bins of the histogram, 1 to 1024

#include <cuda_runtime.h>

void tone_map(const unsigned short *x, unsigned char *y, int h, int w, int bins)
{
    // YOUR CODE HERE: your kernels above, and here what calls them
}
