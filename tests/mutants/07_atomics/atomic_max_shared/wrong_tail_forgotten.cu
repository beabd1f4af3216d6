// Mistake: four at a time, and the last n % 4 left out.
// Expect: wrong-answer
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    __shared__ int top;
    if (threadIdx.x == 0)
        top = -2147483647 - 1;
    __syncthreads();
    int mine = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        int4 v = ((const int4 *)x)[i];
        mine = max(max(mine, max(v.x, v.y)), max(v.z, v.w));
    }
    atomicMax(&top, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, top);
}
