// Mistake: two barriers, one in each branch.
// Expect: sync-error divergent-barrier
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2)
        __syncthreads();
    else {
        out[0] = 0;
        __syncthreads();
    }
    if (i < n)
        out[i] = i;
}
