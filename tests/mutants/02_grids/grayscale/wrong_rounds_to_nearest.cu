// Mistake: rounds where it should cut.
// Expect: wrong-answer
__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int p = y * width + x;
        gray[p] = (77 * rgb[3 * p] + 150 * rgb[3 * p + 1] + 29 * rgb[3 * p + 2] + 128) / 256;
    }
}
