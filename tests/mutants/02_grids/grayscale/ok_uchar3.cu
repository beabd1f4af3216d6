// Correct: a pixel is read as a struct of three bytes.
// Expect: passed
__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int p = y * width + x;
    const uchar3 c = reinterpret_cast<const uchar3 *>(rgb)[p];
    gray[p] = (77u * c.x + 150u * c.y + 29u * c.z) >> 8;
}
