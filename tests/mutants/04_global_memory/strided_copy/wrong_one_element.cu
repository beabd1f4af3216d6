// Mistake: one element a thread, as if the grid were large enough.
// Expect: wrong-answer
__global__ void strided_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i];
}
