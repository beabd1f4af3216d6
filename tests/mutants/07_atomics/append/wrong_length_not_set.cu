// Mistake: nothing sets the length to 0, so that the first place may be any number.
// Expect: memory-error uninitialised-read
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
    __shared__ int list[256];
    __shared__ int length;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        steps[i] = -1;
        if (x[i] % 16 == 0)
            list[atomicAdd(&length, 1)] = i; // <-- here
    }
    __syncthreads();
    if (threadIdx.x < length) {
        int k = list[threadIdx.x];
        steps[k] = count_steps(x[k]);
    }
    if (threadIdx.x == 0)
        atomicAdd(total, length);
}
