// One thread, one pixel. C converts the bytes to int before it multiplies,
// so the sum has room; only the result is a byte again. Dividing by 256 is a
// shift, so there is no real division.
//
// Each thread loads three bytes, and the threads' bytes are three apart: a
// warp makes three requests and uses a third of each. It still runs near the
// speed of the memory, because all three requests hit the same 96 bytes,
// which are in the cache after the first. Loading four pixels per thread as
// three 4-byte words would take fewer requests.

__global__ void grayscale(unsigned char *gray, const unsigned char *rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int p = y * width + x;
        int sum = 77 * rgb[3 * p] + 150 * rgb[3 * p + 1] + 29 * rgb[3 * p + 2];
        gray[p] = sum / 256;
    }
}
