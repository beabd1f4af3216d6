// Expect: passed
// Pointers move down the column.
__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;

    if (col >= w)
        return;

    const float *at = x + col, *last = at + (size_t)(h - 1) * w, *next = at + (size_t)min(first + 2, h - 1) * w;
    float a = at[(size_t)max(first - 2, 0) * w], b = at[(size_t)max(first - 1, 0) * w];
    float c = at[(size_t)first * w], d = at[(size_t)min(first + 1, h - 1) * w];
    float *to = out + (size_t)first * w + col;

    for (int k = min(8, h - first); k > 0; k--) {
        float e = *next;

        *to = fmaf(6, c, fmaf(4, b + d, a + e)) / 16;
        if (next != last)
            next += w;
        to += w;
        a = b, b = c, c = d, d = e;
    }
}
