// Mistake: a float has 24 binary digits: the index is off by some elements.
// Expect: wrong-answer
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = (long long)((float)i * m / n);
        out[i] = x[j];
    }
}
