// Mistake: the block's maximum begins at 0, which is too large where all numbers are negative.
// Expect: wrong-answer
__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    __shared__ int count, top;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        count = 0;
        top = 0;
    }
    __syncthreads();
    if (i < n) {
        if (x[i] > limit)
            atomicAdd(&count, 1);
        atomicMax(&top, x[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(total, count);
        atomicMax(largest, top);
    }
}
