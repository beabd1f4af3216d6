// Mistake: the steps are halves everywhere.
// Expect: wrong-answer
__device__ int e2m1(float x)
{
    float v = fabsf(x);
    int m = (int)fminf(rintf(2 * v), 7);

    return m | (signbit(x) ? 8 : 0);
}

__global__ void fp4_pairs(unsigned char *pairs, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= (n + 1) / 2)
        return;

    int low = e2m1(x[2 * i]), high = 2 * i + 1 < n ? e2m1(x[2 * i + 1]) : 0;

    pairs[i] = low | high << 4;
}
