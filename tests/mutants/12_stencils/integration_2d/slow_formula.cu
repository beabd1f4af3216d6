// Right for this f, but no sum: a formula for the whole column, which another f would not have.
// Expect: too-slow flops
__global__ void integration_2d(float *out, int w, int h, float step)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c < w)
        out[c] = (c + 0.5f) * step * (h + 0.5f * step * h * h) * step * step;
}
