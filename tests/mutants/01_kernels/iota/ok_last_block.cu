// Correct: the last block adds up the others' results, with a fence and a counter in between.
// Expect: passed
__device__ unsigned done_blocks;
__device__ int partial[1024];
__device__ int total;
__global__ void iota(int *out, int n)
{
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockDim.x;
        __threadfence();
        last = atomicInc(&done_blocks, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        int s = 0;
        for (int k = 0; k < gridDim.x; k++)
            s += partial[k];
        total = s;
    }
}
