// Mistake: the integer division 1 / (1 + e), after a cast to int.
// Expect: wrong-answer
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = 1 / (1 + (int)__expf(-x[i]));
}
