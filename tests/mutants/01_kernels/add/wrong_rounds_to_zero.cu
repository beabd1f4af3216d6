// Mistake: adds with another rounding.
// Expect: wrong-answer
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __fadd_rz(a[i], b[i]);
}
