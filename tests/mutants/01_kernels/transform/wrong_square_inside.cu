// Mistake: the cosine of the square instead of the square of the cosine.
// Expect: wrong-answer
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * cosf(x[i] * x[i]) + b * sinf(x[i] * x[i]);
}
