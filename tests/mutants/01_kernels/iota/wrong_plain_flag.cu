// Mistake: a plain variable as a flag between blocks.
// Expect: data-race data-race-global
__device__ int data, flag;
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) {
        data = 5;
        flag = 1;
    } else if (threadIdx.x == 0) {
        while (((volatile int *)&flag)[0] == 0)
            ;
    }
    __syncthreads();
    if (i < n)
        out[i] = i + (blockIdx.x ? data - 5 : 0);
}
