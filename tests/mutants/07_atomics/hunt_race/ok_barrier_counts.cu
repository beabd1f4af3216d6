// The barrier counts; only the maximum needs a shared variable.
// Expect: passed
__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    __shared__ int top;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 31)
        top = x[blockIdx.x * blockDim.x];
    int count = __syncthreads_count(i < n && x[i] > limit);
    if (i < n)
        atomicMax(&top, x[i]);
    __syncthreads();
    if (threadIdx.x == 255) {
        atomicAdd(total, count);
        atomicMax(largest, top);
    }
}
