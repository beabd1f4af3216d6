// Each level has its own way: registers within a thread, shared memory within a block, global memory between
// blocks. Of n comparisons all but a few are made where they cost nothing, and the global atomics are one for a block.
//
// What is left is reading, so it is done well: four ints in one load, neighbours by neighbouring threads. The last
// n % 4 elements are left to the first threads of the grid.
//
// The neutral element of a maximum is the smallest number there is. With it, threads without an element need no special case.

__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    const int lowest = -2147483647 - 1;
    __shared__ int top;
    if (threadIdx.x == 0)
        top = lowest;
    __syncthreads();

    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    const int4 *x4 = (const int4 *)x;
    int mine = lowest;
#pragma unroll 4
    for (int i = first; i < n / 4; i += step) {
        int4 v = x4[i];
        mine = max(max(mine, max(v.x, v.y)), max(v.z, v.w));
    }
    if (first < n % 4)
        mine = max(mine, x[n - 1 - first]);
    atomicMax(&top, mine);
    __syncthreads();

    if (threadIdx.x == 0)
        atomicMax(best, top);
}
