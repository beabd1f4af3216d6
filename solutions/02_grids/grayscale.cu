// One thread, one pixel. The bytes become ints before anything is
// multiplied (C does that by itself), so the sum has room; only the result
// is a byte again. Dividing by 256 is a shift, so no division is done at
// all.
//
// Three byte loads, three bytes apart from thread to thread: a request of
// which a third is used, three times over. It still runs near the speed of the memory,
// because the three requests of a warp hit the same 96 bytes, which wait in
// the cache after the first. Loading four pixels a thread as three 4-byte
// words would ask more cleverly.

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
