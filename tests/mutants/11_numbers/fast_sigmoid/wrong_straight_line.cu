// Mistake: a "hard" sigmoid: straight lines, off by hundredths.
// Expect: wrong-answer
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = __saturatef(0.2f * x[i] + 0.5f);
}
