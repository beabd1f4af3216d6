// The list grows downward, and the last threads work on it.
// Expect: passed
// How many steps to 1: halve if even, else three times and one more.
__device__ int count_steps(int v)
{
    int steps = 0;
    for (unsigned int u = v; u != 1; steps++)
        u = u % 2 ? 3 * u + 1 : u / 2;
    return steps;
}

__global__ void append(int *steps, int *total, const int *x, int n)
{
    __shared__ unsigned char list[256];
    __shared__ int free;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    free = 256;
    __syncthreads();
    if (i < n && x[i] % 16 == 0)
        list[atomicSub(&free, 1) - 1] = threadIdx.x;
    else if (i < n)
        steps[i] = -1;
    __syncthreads();
    if (threadIdx.x >= free) {
        int k = blockIdx.x * blockDim.x + list[threadIdx.x];
        steps[k] = count_steps(x[k]);
        if (threadIdx.x == 255)
            atomicAdd(total, 256 - free);
    }
}
