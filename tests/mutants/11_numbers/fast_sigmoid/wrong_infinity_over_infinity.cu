// Mistake: the same in algebra; but for x above 88 it is infinity divided by infinity.
// Expect: wrong-answer
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = __fdividef(__expf(x[i]), 1.0f + __expf(x[i]));
}
