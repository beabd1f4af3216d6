// Shuffles, an atomic maximum of bits, and a multiplication by the reciprocal.
// Expect: passed
__global__ void quantize_int8(char *q, float *scale, const float *x, int w, int h)
{
    __shared__ int most;
    int r = blockIdx.x, bits = 0;

    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < w; i += blockDim.x)
        bits = max(bits, __float_as_int(x[r * w + i]) & 0x7fffffff);
    for (int d = 16; d > 0; d /= 2)
        bits = max(bits, __shfl_xor_sync(0xffffffff, bits, d));
    if (threadIdx.x % 32 == 0)
        atomicMax(&most, bits);
    __syncthreads();

    float largest = __int_as_float(most), s = 1;

    if (largest > 0) {
        while (s * 127 < largest)
            s *= 2;
        while (s * 63.5f >= largest)
            s /= 2;
    }
    for (int i = threadIdx.x; i < w; i += blockDim.x)
        q[r * w + i] = (char)__float2int_rn(x[r * w + i] * (1 / s));
    if (threadIdx.x == 127)
        scale[r] = s;
}
