// Mistake: all reds first, then all greens, then all blues: another layout than the image has.
// Expect: wrong-answer
__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int p = y * width + x, plane = width * height;
        int sum = 77 * rgb[p] + 150 * rgb[plane + p] + 29 * rgb[2 * plane + p];
        gray[p] = sum / 256;
    }
}
