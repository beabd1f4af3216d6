// One pass for both: when a thread finds a larger score, it scales its sum to the new maximum. Pairs of
// maximum and sum are combined in a tree.
// Expect: passed
#include <math.h>

__global__ void softmax_rows(float *y, const float *x, int w, int h)
{
    __shared__ float largest[128], sums[128];
    int t = threadIdx.x;
    float most = -INFINITY, sum = 0;

    for (int i = t; i < w; i += 128) {
        float v = x[(size_t)blockIdx.x * w + i];

        if (v > most) {
            sum = sum * expf(most - v) + 1;
            most = v;
        } else
            sum += expf(v - most);
    }
    largest[t] = most;
    sums[t] = sum;
    for (int s = 64; s > 0; s /= 2) {
        __syncthreads();
        if (t < s && largest[t + s] > -INFINITY) {
            float both = fmaxf(largest[t], largest[t + s]);

            sums[t] = sums[t] * expf(largest[t] - both) + sums[t + s] * expf(largest[t + s] - both);
            largest[t] = both;
        }
    }
    __syncthreads();
    for (int i = t; i < w; i += 128)
        y[(size_t)blockIdx.x * w + i] = expf(x[(size_t)blockIdx.x * w + i] - largest[0]) / sums[0];
}
