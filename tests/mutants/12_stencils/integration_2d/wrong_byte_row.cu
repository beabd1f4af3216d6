// Mistake: the row is counted in a byte, which never gets to 300.
// Expect: hang
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_2d(float *out, int w, int h, float step)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (c >= w)
        return;
    for (unsigned char r = 0; r < h; r++)
        sum += f((c + 0.5f) * step, (r + 0.5f) * step);
    out[c] = sum * step * step;
}
