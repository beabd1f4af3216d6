// Right, but one lane of each warp does it all, and 31 look on.
// Expect: too-slow active_lanes
__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    int pair = blockIdx.y, row = blockIdx.x * 8 + threadIdx.y;
    float sum = 0;

    if (row >= m || threadIdx.x > 0)
        return;
    for (int i = 0; i < n; i++) sum += a[(pair * m + row) * n + i] * x[pair * n + i]; // <-- here
    y[pair * m + row] = sum;
}
