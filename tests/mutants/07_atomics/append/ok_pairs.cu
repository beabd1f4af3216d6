// The list holds the numbers, too; and the block works it off in a loop.
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
    __shared__ int2 list[256];
    __shared__ unsigned int length;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        length = 0;
    __syncthreads();
    int v = i < n ? x[i] : 1;
    if (v % 16 == 0)
        list[atomicInc(&length, 255)] = make_int2(i, v);
    else if (i < n)
        steps[i] = -1;
    int count = __syncthreads_count(v % 16 == 0);
    for (int k = threadIdx.x; k < count; k += blockDim.x)
        steps[list[k].x] = count_steps(list[k].y);
    if (threadIdx.x == 0 && count)
        atomicAdd(total, count);
}
