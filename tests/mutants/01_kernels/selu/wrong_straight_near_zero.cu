// Mistake: approximates the exponential near 0 by a straight line.
// Expect: wrong-answer
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        out[i] = lambda * (v > 0 ? v : fabsf(v) < 0.01f ? alpha * v : alpha * expf(v) - alpha);
    }
}
