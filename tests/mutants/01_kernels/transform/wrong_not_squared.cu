// Mistake: no squares at all.
// Expect: wrong-answer
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * cosf(x[i]) + b * sinf(x[i]);
}
