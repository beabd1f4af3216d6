// Loss and gradient share the maximum and the sum, so one kernel computes both. The gradient is so
// simple because the logarithm and the exponential cancel: share minus 1 in the right column, the share
// itself elsewhere. A kernel for softmax, one for the logarithm and the backward pass of each would load
// and store the row several times, and lose the digits that log-sum-exp keeps.
//
// (most - x[label]) comes first: both are scores of the same row. The logarithm of the sum lies between 0 and
// log(n), so it is added to a number of its own size, or does not matter.
//
// The label is the same for a whole warp: all lanes load one address, and take the same branch.

#include <math.h>

__global__ void cross_entropy(float *loss, float *grad, const float *x, const int *label, int m, int n)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    if (r >= m)
        return;

    const float *row = x + (size_t)r * n;
    float *out = grad + (size_t)r * n;
    int right = label[r];
    float most = -INFINITY, sum = 0;

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
