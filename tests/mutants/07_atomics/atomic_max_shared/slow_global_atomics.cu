// Right, but each thread's maximum goes straight to global memory.
// Expect: too-slow global_atomic_requests
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    int mine = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, x[i]);
    atomicMax(best, mine); // <-- here
}
