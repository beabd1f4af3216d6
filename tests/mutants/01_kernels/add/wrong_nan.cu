// Mistake: NaN everywhere, the very bits that the array held before.
// Expect: wrong-answer
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __int_as_float(0x7FEDDEAD);
}
