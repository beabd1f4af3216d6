// Mistake: the number of a row is a short.
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

    float x = (c + 0.5f) * step, sum = 0;

    for (int k = 0; k < h; k++) {
        short r = (short)k;
        sum += f(x, (r + 0.5f) * step);
    }
    out[c] = sum * step * step;
}
