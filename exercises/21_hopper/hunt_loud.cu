// hunt_loud: samples as E4M3. There is a mistake.
//
//   code    n bytes, to write
//   x       n floats, read only; a missing one is NaN
//   scale   each of them is multiplied by this
//   n       their number
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__device__ int e4m3(float x)
{
    float v = fabsf(x);

    if (isnan(x))
        return 127;

    int e = max((int)(__float_as_uint(v) >> 23) - 127, -6), m;

    if (e > 8) // above the largest value
        m = 126;
    else
        m = (int)rintf(v * __uint_as_float((130 - e) << 23)) + 8 * (e + 6);
    return m + (signbit(x) ? 128 : 0);
}

__global__ void hunt_loud(unsigned char *code, const float *x, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        code[i] = e4m3(x[i] * scale);
}
