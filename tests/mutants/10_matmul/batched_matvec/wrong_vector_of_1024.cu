// Mistake: the vector has room for 1024 floats in shared memory.
// Expect: wrong-answer
__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    __shared__ float v[1024];
    int t = threadIdx.y * 32 + threadIdx.x, r = blockIdx.x * 8 + threadIdx.y, b = blockIdx.y, most = min(n, 1024);

    for (int c = t; c < most; c += 256)
        v[c] = x[b * n + c];
    __syncthreads();
    if (r >= m)
        return;

    float sum = 0;

    for (int c = threadIdx.x; c < most; c += 32)
        sum += a[(b * m + r) * n + c] * v[c];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        y[b * m + r] = sum;
}
