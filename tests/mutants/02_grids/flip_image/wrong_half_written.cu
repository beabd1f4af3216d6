// Mistake: goes to the middle only, as one does when swapping in place, but never writes the other half.
// Expect: wrong-answer
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width / 2 && y < height)
        dst[y * width + x] = src[y * width + (width - 1 - x)];
}
