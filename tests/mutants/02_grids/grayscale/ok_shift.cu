// A pointer to the pixel, and a shift for the division.
// Expect: passed
__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const unsigned char *pixel = rgb + 3 * (y * width + x);
    gray[y * width + x] = (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8;
}
