// atomicAdd gives each thread an entry of its own, so the write after it needs no atomic. After the
// barrier the first threads of the block take one entry each, and it no longer matters which thread
// found it.
//
// Of a block's 256 elements some 16 are multiples of 16. With an if, each of its 8 warps would take
// as long as its slowest lane; now one warp does, and the other seven are done. With a counter in
// global memory you could build one list for the whole grid; but only the next launch could read
// it, when it is certain to be complete.

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
