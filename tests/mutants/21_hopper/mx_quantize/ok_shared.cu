// Expect: passed
// The largest in shared memory, with atomics, and the exponents by frexpf and ldexpf.
__global__ void mx_quantize(unsigned char *code, unsigned char *scale, const float *x, int n)
{
    __shared__ unsigned most[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x, w = threadIdx.x / 32, exponent, e;

    if (threadIdx.x < 8)
        most[threadIdx.x] = 0;
    __syncthreads();
    if (i < n)
        atomicMax(&most[w], __float_as_uint(fabsf(x[i])));
    __syncthreads();
    if (i >= n)
        return;

    frexpf(__uint_as_float(most[w]), &exponent);

    int s = most[w] == 0 || exponent - 9 < -127 ? 0 : exponent - 9 + 127;
    float v = ldexpf(fabsf(x[i]), 127 - s);
    int m;

    frexpf(v, &e);
    if (v == 0 || e - 1 < -6)
        m = (int)rintf(ldexpf(v, 9));
    else
        m = (e - 1 + 7) * 8 + (int)rintf(ldexpf(v, 3 - (e - 1))) - 8;
    code[i] = (m > 126 ? 126 : m) + (signbit(x[i]) ? 128 : 0);
    if (i % 32 == 0)
        scale[i / 32] = s;
}
