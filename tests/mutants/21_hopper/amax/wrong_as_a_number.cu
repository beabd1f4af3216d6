// Mistake: the magnitude is rounded to a whole number.
// Expect: wrong-answer
__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits = i < n ? __float_as_uint(rintf(fabsf(x[i]))) : 0;

    for (int by = 16; by > 0; by /= 2)
        bits = max(bits, __shfl_xor_sync(0xFFFFFFFF, bits, by));
    if (threadIdx.x % 32 == 0)
        atomicMax((unsigned *)most, bits);
}
