// Expect: passed
// fmaxf for the numbers, and a vote for the NaN.
__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float v = i < n ? fabsf(x[i]) : 0;
    bool broken = __any_sync(0xFFFFFFFF, isnan(v));

    for (int by = 16; by > 0; by >>= 1)
        v = fmaxf(v, __shfl_down_sync(0xFFFFFFFF, v, by));
    if (lane == 0)
        atomicMax((int *)most, broken ? 0x7FC00000 : __float_as_int(v));
}
