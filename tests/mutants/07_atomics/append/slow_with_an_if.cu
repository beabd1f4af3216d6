// Right, but each thread works on its own element, and 30 lanes wait for two.
// Expect: too-slow warp_instructions
// How many steps to 1: halve if even, else three times and one more.
__device__ int count_steps(int v)
{
    int steps = 0;
    for (unsigned int u = v; u != 1; steps++)
        u = u % 2 ? 3 * u + 1 : u / 2; // <-- here
    return steps;
}

__global__ void append(int *steps, int *total, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool mine = i < n && x[i] % 16 == 0;
    int length = __syncthreads_count(mine);
    if (i < n)
        steps[i] = mine ? count_steps(x[i]) : -1;
    if (threadIdx.x == 0)
        atomicAdd(total, length);
}
