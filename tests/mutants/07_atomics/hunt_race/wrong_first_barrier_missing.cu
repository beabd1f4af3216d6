// Mistake: other warps count before the counter is set to 0.
// Expect: data-race data-race-shared
__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    __shared__ int count, top;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        count = 0;
        top = x[i];
    }
    if (i < n) {
        if (x[i] > limit)
            atomicAdd(&count, 1); // <-- here
        atomicMax(&top, x[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(total, count);
        atomicMax(largest, top);
    }
}
