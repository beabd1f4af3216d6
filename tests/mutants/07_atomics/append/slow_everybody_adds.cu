// Right, with a list, but each thread that finds one counts it at once, in global memory.
// Expect: too-slow global_atomic_requests
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
    if (threadIdx.x == 0)
        length = 0;
    __syncthreads();
    if (i < n) {
        steps[i] = -1;
        if (x[i] % 16 == 0) {
            list[atomicAdd(&length, 1)] = i;
            atomicAdd(total, 1); // <-- here
        }
    }
    __syncthreads();
    if (threadIdx.x < length) {
        int k = list[threadIdx.x];
        steps[k] = count_steps(x[k]);
    }
}
