// Mistake: hides the error: the index stays inside, and the answer is wrong.
// Expect: wrong-answer
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = i * m / n;
        if (j < 0)
            j = 0;
        if (j >= m)
            j = m - 1;
        out[i] = x[j];
    }
}
