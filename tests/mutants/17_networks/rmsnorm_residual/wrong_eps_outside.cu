// Mistake: 0.00001 is added to the root, not under it. In a row of small numbers that makes a difference.
// Expect: wrong-answer
__global__ void rmsnorm_residual(float *x, float *y, const float *add, const float *gain, int w, int h)
{
    __shared__ float part[4];
    int t = threadIdx.x;
    size_t begin = (size_t)blockIdx.x * w;
    float *row = x + begin, *out = y + begin;
    const float *extra = add + begin;
    float squares = 0;

    for (int i = t; i < w; i += 128) {
        float v = row[i] + extra[i];

        row[i] = v;
        squares += v * v;
    }
    for (int s = 16; s > 0; s /= 2)
        squares += __shfl_xor_sync(0xffffffff, squares, s);
    if (t % 32 == 0)
        part[t / 32] = squares;
    __syncthreads();
    float factor = 1 / (sqrtf((part[0] + part[1] + part[2] + part[3]) / w) + 1e-5f);

    for (int i = t; i < w; i += 128)
        out[i] = row[i] * factor * gain[i];
}
