// Mistake: the comparison the wrong way round.
// Expect: wrong-answer
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        out[i] = lambda * (v < 0 ? v : alpha * expf(v) - alpha);
    }
}
