// Half of the threads move two pixels each.
// Expect: passed
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int left = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int right = width - 1 - left;
    if (y >= height || left > right)
        return;
    const unsigned int *from = src + y * width;
    unsigned int *to = dst + y * width;
    to[left] = from[right];
    to[right] = from[left];
}
