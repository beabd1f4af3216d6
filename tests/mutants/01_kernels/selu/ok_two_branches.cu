// Two branches, each with its own formula.
// Expect: passed
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (x[i] > 0)
        out[i] = lambda * x[i];
    else
        out[i] = lambda * alpha * (expf(x[i]) - 1);
}
