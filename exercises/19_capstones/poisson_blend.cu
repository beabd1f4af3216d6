// poisson_blend: a part of one picture in another, without a visible edge.
//
//   target   h rows of w pixels of three numbers, read only
//   patch    the same, read only: what is put in
//   mask     h rows of w numbers, read only: not 0 where the patch goes
//   y        h rows of w pixels of three floats, to write
//   steps    how many steps of the iteration

#include <cuda_runtime.h>

void blend(const unsigned char *target, const unsigned char *patch, const unsigned char *mask, float *y, int h, int w, int steps)
{
    // YOUR CODE HERE: your kernels above, and here what calls them
}
