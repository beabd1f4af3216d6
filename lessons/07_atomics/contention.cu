// Every thread adds 1 to one of `counters` neighbouring counters.
__global__ void count(int *counter, int n, int counters)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counter[i % counters], 1);
}
