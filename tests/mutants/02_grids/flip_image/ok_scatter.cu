// (x, y) is where a thread reads; it carries the pixel to its place.
// Expect: passed
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        dst[(y + 1) * width - 1 - x] = src[y * width + x];
}
