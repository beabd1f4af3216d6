// The whole part of m / n in ints, the rest in 64 bits.
// Expect: passed
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = m / n * i + (long long)(m % n) * i / n;
        out[i] = x[j];
    }
}
