// Right, but neighbouring threads write numbers below each other.
// Expect: too-slow global_sectors
__global__ void maxpool_backward(float *dx, const float *dy, const unsigned char *which, int h, int w)
{
    int p = (blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.y * 32 + threadIdx.x, c = p / h, r = p % h;
    int rows = h / 2, columns = w / 2;
    float d = 0;

    if (c >= w)
        return;
    if (r / 2 < rows && c / 2 < columns) {
        size_t i = ((size_t)blockIdx.z * rows + r / 2) * columns + c / 2;

        if (which[i] == r % 2 * 2 + c % 2)
            d = dy[i];
    }
    dx[((size_t)blockIdx.z * h + r) * w + c] = d; // <-- here
}
