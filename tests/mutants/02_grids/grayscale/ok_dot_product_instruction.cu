// Correct: the weighted sum as one instruction over packed bytes.
// Expect: passed
__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        size_t p = (size_t)y * width + x;
        unsigned v = rgb[3 * p] | rgb[3 * p + 1] << 8 | rgb[3 * p + 2] << 16;
        gray[p] = __dp4a(v, 77u | 150u << 8 | 29u << 16, 0u) / 256;
    }
}
