// A thread for each window writes its four numbers; the threads at the edge write an odd last row or column, too.
// Expect: passed
__global__ void maxpool_backward(float *dx, const float *dy, const unsigned char *which, int h, int w)
{
    int wide = (w + 1) / 2, high = (h + 1) / 2;
    int first = (blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.y * 32 + threadIdx.x;

    for (int p = first; p < wide * high; p += gridDim.x * gridDim.y * 256) {
        int r = p / wide, c = p % wide;
        bool whole = r < h / 2 && c < w / 2;
        size_t i = ((size_t)blockIdx.z * (h / 2) + r) * (w / 2) + c;
        float gradient = whole ? dy[i] : 0;
        int place = whole ? which[i] : -1;

        for (int k = 0; k < 4; k++)
            if (2 * r + k / 2 < h && 2 * c + k % 2 < w)
                dx[((size_t)blockIdx.z * h + 2 * r + k / 2) * w + 2 * c + k % 2] = k == place ? gradient : 0;
    }
}
