// Mistake: column 0 goes to column width, which is the first of the next row, or nothing at all in the last.
// Expect: memory-error out-of-bounds
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        dst[y * width + x] = src[y * width + width - x]; // <-- here
}
