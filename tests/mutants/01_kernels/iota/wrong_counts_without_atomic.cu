// Mistake: blocks count themselves with ++.
// Expect: data-race data-race-global
__device__ int counter;
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        counter++;
    if (i < n)
        out[i] = i;
}
