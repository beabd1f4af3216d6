// Mistake: 1 / 2 is 0 in whole numbers.
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

    float x = (c + 1 / 2) * step, sum = 0;

    for (int r = 0; r < h; r++)
        sum += f(x, (r + 1 / 2) * step);
    out[c] = sum * step * step;
}
