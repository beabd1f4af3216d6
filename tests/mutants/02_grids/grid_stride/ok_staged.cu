// Correct: each stretch goes through shared memory, with a barrier before it is used again.
// Expect: passed
__global__ void grid_stride(float *x, int n)
{
    __shared__ float s[64];
    for (int base = blockIdx.x * 64; base < n; base += gridDim.x * 64) {
        int i = base + threadIdx.x;
        if (i < n)
            s[threadIdx.x] = x[i];
        __syncthreads();
        int r = 63 - threadIdx.x;
        if (base + r < n)
            x[base + r] = s[r] * s[r];
        __syncthreads();
    }
}
