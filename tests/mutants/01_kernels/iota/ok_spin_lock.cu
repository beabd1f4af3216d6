// Correct: blocks take a lock in turns, though nothing needs it.
// Expect: passed
__device__ int lock, sum;
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1))
            ;
        __threadfence();
        sum += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
