// Mistake: the first two rows of each group count the group's own first row twice, as if the picture began there.
// Expect: wrong-answer
__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;

    if (col >= w)
        return;

    float a = x[first * w + col], b = x[first * w + col];
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
