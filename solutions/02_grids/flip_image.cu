// (x, y) is where a thread writes; it fetches the pixel that belongs there.
// The last column is width - 1, so the mirror image of column x is
// width - 1 - x.
//
// A warp reads its stretch of the row backwards. That is no slower: the
// memory looks at which 32-byte sectors the 32 threads need together, not at
// which thread needs which.

__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        dst[y * width + x] = src[y * width + (width - 1 - x)];
}
