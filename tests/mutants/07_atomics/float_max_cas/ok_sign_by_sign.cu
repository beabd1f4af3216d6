// Two whole-number atomics: positive floats are in the order of their bits as int, negative ones in the opposite order as unsigned.
// Expect: passed
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bits = __float_as_int(x[i]);
    if (bits >= 0)
        atomicMax((int *)best, bits);
    else
        atomicMin((unsigned int *)best, (unsigned int)bits);
}
