// Pointers to the row and to the column.
// Expect: passed
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= (unsigned)w || r >= (unsigned)h)
        return;
    const float *row = x + (size_t)r * w;
    float *column = out + r;
    column[(size_t)c * h] = row[c];
}
