// Two rows at a time: six loads for two points, which is 24 for eight and not 12.
// Expect: too-slow global_requests
__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;

    if (col >= w)
        return;

    for (int r = first; r < min(first + 8, h); r += 2) {
        float v[6];

#pragma unroll
        for (int k = 0; k < 6; k++)
            v[k] = x[min(max(r + k - 2, 0), h - 1) * w + col]; // <-- here
        out[r * w + col] = (v[0] + 4 * v[1] + 6 * v[2] + 4 * v[3] + v[4]) / 16;
        if (r + 1 < h)
            out[(r + 1) * w + col] = (v[1] + 4 * v[2] + 6 * v[3] + 4 * v[4] + v[5]) / 16;
    }
}
