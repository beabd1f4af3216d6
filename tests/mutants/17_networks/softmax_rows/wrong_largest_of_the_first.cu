// Mistake: the largest of the first 128 scores: those after them may be so much larger that their exponentials are infinite.
// Expect: wrong-answer
#include <math.h>

__global__ void softmax_rows(float *y, const float *x, int w, int h)
{
    __shared__ float largest[4], sums[4];
    int t = threadIdx.x, warp = t / 32;
    const float *row = x + (size_t)blockIdx.x * w;
    float *out = y + (size_t)blockIdx.x * w;
    float most = -INFINITY, sum = 0;

    for (int i = t; i < min(w, 128); i += 128)
        most = fmaxf(most, row[i]);
    for (int s = 16; s > 0; s /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, s));
    largest[warp] = most;
    __syncthreads();
    most = fmaxf(fmaxf(largest[0], largest[1]), fmaxf(largest[2], largest[3]));

    for (int i = t; i < w; i += 128)
        sum += expf(row[i] - most);
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, s);
    sums[warp] = sum;
    __syncthreads();
    float share = 1 / (sums[0] + sums[1] + sums[2] + sums[3]);

    for (int i = t; i < w; i += 128)
        out[i] = expf(row[i] - most) * share;
}
