// Straight from global memory.
// Expect: too-slow global_sectors
__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= ow || r >= oh)
        return;
    const float *p = x + 2 * r * w + 2 * c;
    float best = *p;
    for (int k = 1; k < 9; k++)
        best = fmaxf(best, p[k / 3 * w + k % 3]);
    out[r * ow + c] = best;
}
