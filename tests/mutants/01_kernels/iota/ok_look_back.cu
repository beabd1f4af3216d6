// Correct: each block waits for the result of the block before it.
// Expect: passed
__device__ volatile int ready[1024];
__device__ volatile int prefix[1024];
__global__ void iota(int *out, int n)
{
    __shared__ int base;
    int i = threadIdx.x;
    if (i == 0) {
        int b = 0;
        if (blockIdx.x) {
            while (!atomicAdd((int *)&ready[blockIdx.x - 1], 0))
                ;
            __threadfence();
            b = prefix[blockIdx.x - 1];
        }
        prefix[blockIdx.x] = b + blockDim.x;
        __threadfence();
        atomicExch((int *)&ready[blockIdx.x], 1);
        base = b;
    }
    __syncthreads();
    if (base + i < n)
        out[base + i] = base + i;
}
