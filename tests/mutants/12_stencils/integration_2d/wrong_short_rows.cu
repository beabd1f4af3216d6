// Mistake: counts the rows in a short.
// Expect: hang
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_2d(float *out, int w, int h, float step)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    float x = (c + 0.5f) * step, sum = 0;

    for (short r = 0; r < h; r++)
        sum += f(x, (r + 0.5f) * step);
    out[c] = sum * step * step;
}
