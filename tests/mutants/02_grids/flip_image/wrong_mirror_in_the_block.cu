// Mistake: mirrors each block's 16 columns in their own place.
// Expect: memory-error out-of-bounds
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int mirror = blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x);
    if (x < width && y < height)
        dst[y * width + x] = src[y * width + mirror]; // <-- here
}
