// Mistake: a fast tanh, and the factor inside forgotten.
// Expect: wrong-answer
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = 0.5f + 0.5f * (1 - __fdividef(2.0f, 1.0f + __expf(2 * x[i])));
}
