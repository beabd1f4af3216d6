// Mistake: no guard of the columns: the threads beyond the width work in the next row, and beyond the end.
// Expect: memory-error out-of-bounds
__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;


    float a = x[max(first - 2, 0) * w + col], b = x[max(first - 1, 0) * w + col];
    float c = x[first * w + col], d = x[min(first + 1, h - 1) * w + col];

#pragma unroll
    for (int k = 0; k < 8; k++) {
        if (first + k >= h)
            break;
        float e = x[min(first + k + 2, h - 1) * w + col];

        out[(first + k) * w + col] = (a + 4 * b + 6 * c + 4 * d + e) / 16;
        a = b;
        b = c;
        c = d;
        d = e;
    }
}
