// Correct: neighbours come by shuffle, at the ends of a warp from memory.
// Expect: passed
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float v = x[min(i, n - 1)];
    float l = __shfl_up_sync(~0u, v, 1), r = __shfl_down_sync(~0u, v, 1);
    if (lane == 0)
        l = x[max(min(i, n - 1) - 1, 0)];
    if (lane == 31)
        r = x[min(i + 1, n - 1)];
    if (i < n)
        out[i] = __fdividef(l + v + r, 3.f);
}
