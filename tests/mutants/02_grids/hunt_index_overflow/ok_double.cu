// In double precision: 53 binary digits hold the product, and a quotient that is a whole number comes out as one.
// Expect: passed
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = (long long)((double)i * m / n);
        out[i] = x[j];
    }
}
