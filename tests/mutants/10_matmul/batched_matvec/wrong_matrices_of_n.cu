// Mistake: assumes that matrices are n x n.
// Expect: memory-error out-of-bounds
__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    int pair = blockIdx.y, lane = threadIdx.x;
    int row = blockIdx.x * blockDim.y + threadIdx.y;

    a += (size_t)pair * n * n;
    x += (size_t)pair * n;
    y += (size_t)pair * m;
    if (row >= m)
        return;

    float sum = 0;
    for (int i = lane; i < n; i += 32)
        sum += a[row * n + i] * x[i]; // <-- here
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        y[row] = sum;
}
