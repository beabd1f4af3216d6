// train_cnn: trains a network of one convolution and one dense layer to read digits.
//
//   filter  f filters of 9 weights: begin with them, and store what has been learned
//   bias    one for each filter: likewise
//   dense   10 rows of f * 25 weights: likewise
//   offset  10 floats: likewise
//   image   n pictures of 12 x 12 pixels
//   label   n labels, 0 to 9
//
// passes times through the pictures, `batch` of them in each step.

#include <cuda_runtime.h>

void train_cnn(float *filter, float *bias, float *dense, float *offset, const float *image, const unsigned char *label,
               int n, int f, int batch, int passes, float rate)
{
    // YOUR CODE HERE: your kernels above, and here what calls them
}
