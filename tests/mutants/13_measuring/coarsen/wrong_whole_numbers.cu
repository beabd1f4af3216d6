// Mistake: the numbers are kept as ints.
// Expect: wrong-answer
__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;

    if (col >= w)
        return;

    int v[12];

#pragma unroll
    for (int k = 0; k < 12; k++)
        v[k] = x[max(0, min(h - 1, first + k - 2)) * w + col];
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (first + k < h)
            out[(first + k) * w + col] = (v[k] + 4 * v[k + 1] + 6 * v[k + 2] + 4 * v[k + 3] + v[k + 4]) / 16.0f;
}
