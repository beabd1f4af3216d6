// Adds in double precision, with the area in each term.
// Expect: passed
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_2d(float *out, int w, int h, float step)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    double sum = 0, area = (double)step * step;

    for (int r = 0; r < h; r++)
        sum += area * f((c + 0.5f) * step, (r + 0.5f) * step);
    out[c] = (float)sum;
}
