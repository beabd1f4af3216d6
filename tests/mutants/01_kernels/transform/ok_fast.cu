// The approximate instructions are good enough for these angles and this tolerance.
// Expect: passed
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = __cosf(x[i]), s = __sinf(x[i]);
    out[i] = a * (c * c) + b * (s * s);
}
