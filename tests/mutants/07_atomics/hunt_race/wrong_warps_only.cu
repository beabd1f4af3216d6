// Mistake: __syncwarp orders the threads of one warp; the block has eight.
// Expect: data-race data-race-shared
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
    __syncwarp();
    if (threadIdx.x == 0) {
        atomicAdd(total, count); // <-- here
        atomicMax(largest, top);
    }
}
