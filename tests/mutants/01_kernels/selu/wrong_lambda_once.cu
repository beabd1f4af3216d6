// Mistake: lambda reaches only the first case.
// Expect: wrong-answer
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        if (v > 0)
            out[i] = lambda * v;
        else
            out[i] = alpha * expf(v) - alpha;
    }
}
