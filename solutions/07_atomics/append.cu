// atomicAdd gives each thread a place of its own, so the write behind it needs no atomic: nobody else has that place. After
// the barrier the entries are shared out again, one for each of the first threads, and it no longer
// matters who found them.
//
// The block's 256 elements hold some 16 multiples of 16. With an if, each of its 8 warps would be as slow as
// its slowest lane; now one warp is, and the other seven are done. A counter in global memory
// would do it for the whole grid; but there the list could be read only by the next launch, when it is
// certain to be complete.

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
        if (x[i] % 16 == 0)
            list[atomicAdd(&length, 1)] = i;
        else
            steps[i] = -1;
    }
    __syncthreads();

    if (threadIdx.x < length) {
        int k = list[threadIdx.x];
        steps[k] = count_steps(x[k]);
    }
    if (threadIdx.x == 0 && length > 0)
        atomicAdd(total, length);
}
