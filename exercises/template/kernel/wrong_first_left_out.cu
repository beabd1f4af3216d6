// Mistake: counts from 1.
// Expect: wrong-answer
__global__ void NAME(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        out[i] = 2 * x[i];
}
