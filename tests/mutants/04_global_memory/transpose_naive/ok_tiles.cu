// Through shared memory, as in lesson 05: loads and stores are both good ones.
// Expect: passed
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    __shared__ float tile[32][33];
    if (blockIdx.y % 4)
        return;
    int c0 = blockIdx.x * 32, r0 = blockIdx.y / 4 * 32;
    for (int k = threadIdx.y; k < 32; k += 8)
        if (r0 + k < h && c0 + threadIdx.x < w)
            tile[k][threadIdx.x] = x[(r0 + k) * w + c0 + threadIdx.x];
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8)
        if (c0 + k < w && r0 + threadIdx.x < h)
            out[(c0 + k) * h + r0 + threadIdx.x] = tile[threadIdx.x][k];
}
