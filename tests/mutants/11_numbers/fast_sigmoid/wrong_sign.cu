// Mistake: forgets the minus.
// Expect: wrong-answer
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = __fdividef(1.0f, 1.0f + __expf(x[i]));
}
