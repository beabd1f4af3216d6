// Mistake: no guard.
// Expect: memory-error out-of-bounds
__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int p = (blockIdx.y * blockDim.y + threadIdx.y) * width + blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 77 * rgb[3 * p] + 150 * rgb[3 * p + 1] + 29 * rgb[3 * p + 2]; // <-- here
    gray[p] = sum / 256;
}
