// Right, but one thread looks at all numbers.
// Expect: too-slow active_lanes
__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits = 0;

    if (i > 0)
        return;
    for (; i < n; i++)
        bits = max(bits, __float_as_uint(x[i]) & 0x7FFFFFFF);
    atomicMax((unsigned *)most, bits);
}
