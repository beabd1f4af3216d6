// Mistake: keeps the position in 16 bits.
// Expect: wrong-answer
__global__ void rope(float *x, const int *pos, const float *freq, int tokens, int heads, int dim)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x, half = dim / 2;
    int t = n / half, i = n % half;
    float sine, cosine;

    if (t >= tokens)
        return;

    sincosf((unsigned short)pos[t] * freq[i], &sine, &cosine);
    float *p = x + (size_t)t * heads * dim + i;
    for (int k = 0; k < heads; k++, p += dim) {
        float a = p[0], b = p[half];

        p[0] = a * cosine - b * sine;
        p[half] = a * sine + b * cosine;
    }
}
