// grayscale: from colours to brightness.
//
//   gray            height x width bytes, one for each pixel, row after row
//   rgb             height x width x 3 bytes: red, green, blue of each pixel, read only
//   width, height   the size of the image
//
// gray = (77 * red + 150 * green + 29 * blue) / 256, in integers.
// The launch: blocks of 16 x 16 threads; x covers the columns, y the rows, both rounded up.

__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    // YOUR CODE HERE
}
