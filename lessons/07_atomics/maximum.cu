// The largest of n positive numbers: which threads update *best?
__global__ void each_element(int *best, const int *x, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        atomicMax(best, x[i]);
}
__global__ void each_thread(int *best, const int *x, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, x[i]);
    atomicMax(best, mine);
}
__global__ void each_block(int *best, const int *x, int n)
{
    __shared__ int top;
    int t = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, x[i]);
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();
    atomicMax(&top, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, top);
}
