// A row without a label is computed like the others, and multiplied by 0. Sum and maximum come from one pass.
// Expect: passed
#include <math.h>

__global__ void cross_entropy(float *loss, float *grad, const float *x, const int *label, int m, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x & 31;

    if (warp < m) {
        const float *row = &x[(long long)warp * n];
        int right = label[warp];
        float factor = right >= 0, most = row[0], sum = 0;

        for (int c = lane; c < n; c += 32) {
            float larger = fmaxf(most, row[c]);

            sum = sum * expf(most - larger) + expf(row[c] - larger);
            most = larger;
        }
        for (int s = 1; s < 32; s *= 2) {
            float other = __shfl_xor_sync(~0u, most, s), others = __shfl_xor_sync(~0u, sum, s);
            float larger = fmaxf(most, other);

            sum = sum * expf(most - larger) + others * expf(other - larger);
            most = larger;
        }
        float log_sum = most + logf(sum);
        for (int c = lane; c < n; c += 32)
            grad[(long long)warp * n + c] = factor * (expf(row[c] - log_sum) - (c == right));
        if (lane == 31)
            loss[warp] = factor * (log_sum - row[max(right, 0)]);
    }
}
