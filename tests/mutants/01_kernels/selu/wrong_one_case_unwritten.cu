// Mistake: writes the positive elements only; the others keep whatever was there.
// Expect: wrong-answer
__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        out[i] = lambda * x[i];
}
