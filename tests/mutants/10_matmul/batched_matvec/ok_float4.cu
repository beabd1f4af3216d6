// A quarter of the requests: each lane loads four neighbours where rows begin at a multiple of 16 bytes.
// Expect: passed
__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    int pair = blockIdx.y, lane = threadIdx.x, row = blockIdx.x * 8 + threadIdx.y;
    a += (size_t)pair * m * n + (size_t)row * n;
    x += (size_t)pair * n;
    if (row >= m)
        return;
    float sum = 0;
    int done = 0;
    if (n % 4 == 0) {
        for (int i = 4 * lane; i < n; i += 128) {
            float4 p = *(const float4 *)(a + i), q = *(const float4 *)(x + i);
            sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
        }
        done = n;
    }
    for (int i = done + lane; i < n; i += 32)
        sum += a[i] * x[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        y[(size_t)pair * m + row] = sum;
}
