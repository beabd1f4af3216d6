// The next element waits in a register, and not on its way to shared memory.
// Expect: too-slow async_ahead
__global__ void double_buffer(float *out, const float *x, int tiles)
{
    __shared__ float tile[2][256];
    int t = threadIdx.x;
    float sum = 0;

    x += blockIdx.x * tiles * 256;
    float next = x[t];

    for (int k = 0; k < tiles; k++) {
        tile[k % 2][t] = next;
        __syncthreads();
        if (k + 1 < tiles)
            next = x[(k + 1) * 256 + t];
        sum += tile[k % 2][t] * tile[k % 2][255 - t];
    }
    out[blockIdx.x * 256 + t] = sum;
}
