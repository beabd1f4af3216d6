// Eight values have seven halfway points. Counting those below the number needs no branch; whether a point itself counts
// says on which side of it the even code is.
__device__ int e2m1(float x)
{
    float v = fabsf(x);
    int m = (v > 0.25f) + (v >= 0.75f) + (v > 1.25f) + (v >= 1.75f) + (v > 2.5f) + (v >= 3.5f) + (v > 5);

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
