// Mistake: the maximum starts at -10000, and a row of smaller scores never gets to replace it: all exponentials are 0.
// Expect: wrong-answer

#include <math.h>

__global__ void cross_entropy(float *loss, float *grad, const float *x, const int *label, int m, int n)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    if (r >= m)
        return;

    const float *row = x + (size_t)r * n;
    float *out = grad + (size_t)r * n;
    int right = label[r];
    float most = -10000.0f, sum = 0;

    if (right < 0) {
        for (int c = lane; c < n; c += 32)
            out[c] = 0;
        if (lane == 0)
            loss[r] = 0;
        return;
    }

    for (int c = lane; c < n; c += 32)
        most = fmaxf(most, row[c]);
    for (int s = 16; s > 0; s /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, s));
    for (int c = lane; c < n; c += 32)
        sum += expf(row[c] - most);
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, s);

    float share = 1 / sum;
    for (int c = lane; c < n; c += 32)
        out[c] = expf(row[c] - most) * share - (c == right ? 1 : 0);
    if (lane == 0)
        loss[r] = logf(sum) + (most - row[right]);
}
