// Mistake: x against the height and y against the width.
// Expect: memory-error out-of-bounds
__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < height && y < width) {
        int p = y * width + x;
        int sum = 77 * rgb[3 * p] + 150 * rgb[3 * p + 1] + 29 * rgb[3 * p + 2]; // <-- here
        gray[p] = sum / 256;
    }
}
