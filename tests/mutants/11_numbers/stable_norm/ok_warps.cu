// Shuffles, and a power of two as the scale: nothing is rounded.
// Expect: passed
__device__ double of_all(double v, bool largest, double *four)
{
    for (int d = 16; d > 0; d /= 2) {
        double other = __shfl_xor_sync(0xffffffff, v, d);

        v = largest ? fmax(v, other) : v + other;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        four[threadIdx.x / 32] = v;
    __syncthreads();
    return largest ? fmax(fmax(four[0], four[1]), fmax(four[2], four[3])) : four[0] + four[1] + four[2] + four[3];
}

__global__ void stable_norm(double *out, const double *x, int w, int h)
{
    __shared__ double four[4];
    const double *row = x + (size_t)blockIdx.x * w;
    double most = 0, sum = 0;
    int e = 0;

    for (int i = threadIdx.x; i < w; i += blockDim.x)
        most = fmax(most, fabs(row[i]));
    most = of_all(most, true, four);
    frexp(most, &e);
    for (int i = threadIdx.x; i < w; i += blockDim.x) {
        double v = ldexp(row[i], -e);

        sum += v * v;
    }
    sum = of_all(sum, false, four);
    if (threadIdx.x == 0)
        out[blockIdx.x] = ldexp(sqrt(sum), e);
}
