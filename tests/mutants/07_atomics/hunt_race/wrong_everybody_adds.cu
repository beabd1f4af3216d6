// Mistake: no longer a race, but all threads of the block add the block's count.
// Expect: wrong-answer
__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    __shared__ int count, top;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        count = 0;
        top = x[i];
    }
    __syncthreads();
    if (i < n) {
        if (x[i] > limit)
            atomicAdd(&count, 1);
        atomicMax(&top, x[i]);
    }
    __syncthreads();
    atomicAdd(total, count);
    atomicMax(largest, top);
}
