// Mistake: adds to what is in out, which nobody has set to 0.
// Expect: memory-error uninitialised-read
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_2d(float *out, int w, int h, float step)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    float x = (c + 0.5f) * step;
    float sum = out[c]; // <-- here

    for (int r = 0; r < h; r++)
        sum += f(x, (r + 0.5f) * step) * step * step;
    out[c] = sum;
}
