// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ void work_of(uint3 me, float *c, const float *a, const float *b, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + me.x;
    int row = blockIdx.y * blockDim.y + me.y;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

__global__ void matmul_naive(float *c, const float *a, const float *b, int m, int n, int k)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)
        return;
    for (unsigned z = 0; z < blockDim.z; z++)
        for (unsigned y = 0; y < blockDim.y; y++)
            for (unsigned x = 0; x < blockDim.x; x++)
                work_of(make_uint3(x, y, z), c, a, b, m, n, k);
}
