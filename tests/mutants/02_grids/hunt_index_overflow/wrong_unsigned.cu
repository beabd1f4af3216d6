// Mistake: one binary digit more: enough for 4.2 billion, not for 4.9.
// Expect: wrong-answer
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = (unsigned)i * m / n;
        out[i] = x[j];
    }
}
