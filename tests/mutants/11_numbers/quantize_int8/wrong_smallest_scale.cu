// Mistake: the largest value is found in steps of 1/1024, so rows of tiny numbers become zeros.
// Expect: wrong-answer
__device__ float power_above(float v)
{
    return __int_as_float((__float_as_int(v) + 0x7fffff) & 0x7f800000);
}

__global__ void quantize_int8(char *q, float *scale, const float *x, int w, int h)
{
    __shared__ int most;
    int t = threadIdx.x;
    size_t row = (size_t)blockIdx.x * w;

    if (t == 0)
        most = 0;
    __syncthreads();
    for (int i = t; i < w; i += 128)
        atomicMax(&most, (int)(fabsf(x[row + i]) * 1024));
    __syncthreads();

    float s = most > 0 ? power_above(most / 1024.0f / 127) : 1;

    if (t == 0)
        scale[blockIdx.x] = s;
    for (int i = t; i < w; i += 128)
        q[row + i] = (char)rintf(x[row + i] / s);
}
