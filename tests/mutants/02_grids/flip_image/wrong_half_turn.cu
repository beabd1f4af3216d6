// Mistake: mirrors both ways, which turns the image round.
// Expect: wrong-answer
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        dst[y * width + x] = src[width * height - 1 - (y * width + x)];
}
