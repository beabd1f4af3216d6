// Within the block a tree in shared memory, without atomics.
// Expect: passed
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    int mine = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, x[i]);
    __shared__ int all[256];
    all[threadIdx.x] = mine;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            all[threadIdx.x] = max(all[threadIdx.x], all[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        atomicMax(best, all[0]);
}
