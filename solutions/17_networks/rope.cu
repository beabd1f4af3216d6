// sincosf of an angle of some thousand takes about as many instructions as turning the pairs of a dozen
// heads: it has to reduce the angle first, exactly. So each angle is computed once, and the heads are a loop.
//
// Pairs are i and i + dim / 2, not two neighbours: so lane after lane reads neighbouring floats, twice. (Some
// models do pair neighbours. Then a float2 is the right thing to load.) Each thread loads and stores its
// own two numbers, so working in place is safe.
//
// In practice this is fused into the kernel before it, which makes the vectors, or the one after, attention.

__global__ void rope(float *x, const int *pos, const float *freq, int tokens, int heads, int dim)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x, half = dim / 2;
    int t = n / half, i = n % half;
    float sine, cosine;

    if (t >= tokens)
        return;

    sincosf(pos[t] * freq[i], &sine, &cosine);
    float *p = x + (size_t)t * heads * dim + i;
    for (int k = 0; k < heads; k++, p += dim) {
        float a = p[0], b = p[half];

        p[0] = a * cosine - b * sine;
        p[half] = a * sine + b * cosine;
    }
}
