// Mistake: fmaxf prefers a number to a NaN.
// Expect: wrong-answer
__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? fabsf(x[i]) : 0;

    for (int by = 16; by > 0; by /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xFFFFFFFF, v, by));
    if (threadIdx.x % 32 == 0)
        atomicMax((int *)most, __float_as_int(v));
}
