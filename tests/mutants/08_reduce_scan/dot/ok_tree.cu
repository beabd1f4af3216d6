// One element at a time, and a tree in shared memory.
// Expect: passed
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    float sum = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += x[i] * y[i];
    tile[t] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(out, tile[0]);
}
