// Correct: reverses a tile in shared memory, so that reads and writes both run forwards.
// Expect: passed
__global__ void flip_image(unsigned int *dst, const unsigned int *src, int width, int height)
{
    __shared__ unsigned tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][15 - threadIdx.x] = src[y * width + x];
    __syncthreads();
    int first = width - 16 - blockIdx.x * 16;
    int to = first + threadIdx.x;
    if (y < height && to >= 0 && to < width)
        dst[y * width + to] = tile[threadIdx.y][threadIdx.x];
}
