// (x, y) is where a thread writes; it fetches what belongs there. The last
// column is width - 1, so the mirror of column x is width - 1 - x.
//
// A warp reads its stretch of the row backwards. To the memory that is no
// worse: it looks at which 32-byte pieces the 32 threads want together, not
// at who wants which.

__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        dst[y * width + x] = src[y * width + (width - 1 - x)];
}
