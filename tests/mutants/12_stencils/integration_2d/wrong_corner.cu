// Mistake: takes the corner of each cell and not its middle.
// Expect: wrong-answer
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_2d(float *out, int w, int h, float step)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    float x = c * step, sum = 0;

    for (int r = 0; r < h; r++)
        sum += f(x, r * step);
    out[c] = sum * step * step;
}
