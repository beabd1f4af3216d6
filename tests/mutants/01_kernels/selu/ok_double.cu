// Correct: computed in double.
// Expect: passed
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double v = x[i];
        out[i] = lambda * (v > 0 ? v : alpha * exp(v) - alpha);
    }
}
