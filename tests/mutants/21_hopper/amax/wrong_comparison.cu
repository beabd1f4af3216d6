// Mistake: a comparison with a NaN is false, so the NaN is lost.
// Expect: wrong-answer
__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? fabsf(x[i]) : 0;

    for (int by = 16; by > 0; by /= 2)
        {
        float other = __shfl_xor_sync(0xFFFFFFFF, v, by);

        if (other > v)
            v = other;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax((int *)most, __float_as_int(v));
}
