// Mistake: remembers that cos^2 + sin^2 is 1, and forgets the weights.
// Expect: wrong-answer
__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}
