// Mistake: the comparison with *largest is a plain read, and not part of the atomic.
// Expect: data-race data-race-global
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
    if (threadIdx.x == 0) {
        atomicAdd(total, count);
        if (top > *largest)
            atomicExch(largest, top); // <-- here
    }
}
