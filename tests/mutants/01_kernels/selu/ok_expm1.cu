// Correct, and more precise: expm1f near 0.
// Expect: passed
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        out[i] = lambda * (fmaxf(v, 0.f) + alpha * expm1f(fminf(v, 0.f)));
    }
}
