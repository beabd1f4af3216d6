// Each warp adds up by shuffles; the warps' sums meet in shared memory.
// Expect: passed
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int part[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = i < n ? x[i] : 0, sum = mine;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 8; w++)
        sum += part[w];
    if (i < n)
        out[i] = sum - mine;
}
