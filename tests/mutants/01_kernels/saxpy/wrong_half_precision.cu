// Mistake: the result has the 11 bits of a half.
// Expect: wrong-answer
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * x[i] + y[i];
        y[i] = __int_as_float(__float_as_int(v) & ~0x1fff);
    }
}
