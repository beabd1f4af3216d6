// Straight to global memory: slower, and nothing to order.
// Expect: passed
__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (x[i] > limit)
        atomicAdd(total, 1);
    atomicMax(largest, x[i]);
}
