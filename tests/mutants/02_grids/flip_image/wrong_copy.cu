// Mistake: mirrors twice, once when reading and once when writing.
// Expect: wrong-answer
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        dst[y * width + (width - 1 - x)] = src[y * width + (width - 1 - x)];
}
