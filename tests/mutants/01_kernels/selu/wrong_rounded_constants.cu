// Mistake: the constants of the first cases written into the code.
// Expect: wrong-answer
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        out[i] = 1.05f * (v > 0 ? v : 1.67f * expf(v) - 1.67f);
    }
}
