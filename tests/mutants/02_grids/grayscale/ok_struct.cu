// A pixel as a struct of three bytes.
// Expect: passed
struct pixel {
    unsigned char red, green, blue;
};

__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        struct pixel p = reinterpret_cast<const struct pixel *>(rgb)[y * width + x];
        gray[y * width + x] = (p.red * 77u + p.green * 150u + p.blue * 29u) / 256u;
    }
}
