// Mistake: reads x[i] before asking whether there is one.
// Expect: memory-error out-of-bounds
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] > 0 && i < n) // <-- here
        out[i] = lambda * x[i];
    else if (i < n)
        out[i] = lambda * (alpha * expf(x[i]) - alpha);
}
