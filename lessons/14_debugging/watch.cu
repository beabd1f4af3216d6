// The same recurrence three times: as it is, with an assert in each
// round, and with a printf in each round.
#include <cassert>
#include <cstdio>

__global__ void plain(float *y, const float *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0;

    for (int k = 0; k < rounds; k++)
        v = 0.5f * v * (3 - v);
    if (i < n)
        y[i] = v;
}

__global__ void with_assert(float *y, const float *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0;

    for (int k = 0; k < rounds; k++) {
        v = 0.5f * v * (3 - v);
        assert(v < 2);
    }
    if (i < n)
        y[i] = v;
}

__global__ void with_printf(float *y, const float *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0;

    for (int k = 0; k < rounds; k++) {
        v = 0.5f * v * (3 - v);
        if (i == 37 && k % 4 == 3)
            printf("round %d: %f\n", k, v);
    }
    if (i < n)
        y[i] = v;
}
