// Mistake: + binds more tightly than <<.
// Expect: wrong-answer
__global__ void maxpool_backward(float *dx, const float *dy, const unsigned char *which, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    int rows = h / 2, columns = w / 2;
    float d = 0;

    if (r >= h || c >= w)
        return;
    if (r / 2 < rows && c / 2 < columns) {
        size_t i = ((size_t)blockIdx.z * rows + r / 2) * columns + c / 2;

        if (which[i] == ((r & 1) << 1 + (c & 1)))
            d = dy[i];
    }
    dx[((size_t)blockIdx.z * h + r) * w + c] = d;
}
