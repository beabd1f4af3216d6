// Expect: passed
// All twelve numbers first, in an array whose indices are constant after unrolling.
__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;
    float v[12];

    if (col >= w)
        return;
#pragma unroll
    for (int k = 0; k < 12; k++)
        v[k] = x[min(max(first + k - 2, 0), h - 1) * w + col];
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (first + k < h)
            out[(first + k) * w + col] = (v[k] + 4 * v[k + 1] + 6 * v[k + 2] + 4 * v[k + 3] + v[k + 4]) * 0.0625f;
}
