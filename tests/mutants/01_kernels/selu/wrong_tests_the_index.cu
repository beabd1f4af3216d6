// Mistake: asks about the index where the value is meant.
// Expect: wrong-answer
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = lambda * (i > 0 ? x[i] : alpha * expf(x[i]) - alpha);
}
