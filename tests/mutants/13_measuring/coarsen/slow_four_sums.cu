// The weights are the loop: each of the five passes loads all eight rows again.
// Expect: too-slow global_requests
__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;

    if (col >= w)
        return;

    float sum[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };

#pragma unroll
    for (int d = -2; d <= 2; d++)
#pragma unroll
        for (int k = 0; k < 8; k++)
            sum[k] += (d == 0 ? 6 : d * d == 1 ? 4 : 1) * ((const volatile float *)x)[min(max(first + k + d, 0), h - 1) * w + col]; // <-- here
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (first + k < h)
            out[(first + k) * w + col] = sum[k] / 16;
}
