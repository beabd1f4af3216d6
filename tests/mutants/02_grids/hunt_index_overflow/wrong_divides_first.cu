// Mistake: divides before it multiplies, so the rest of the division is lost.
// Expect: wrong-answer
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = (long long)(m / n) * i;
        out[i] = x[j];
    }
}
