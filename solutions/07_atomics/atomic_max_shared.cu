// Each level works in its own memory: a thread in registers, a block in shared memory, the grid in
// global memory. All but a few of the n comparisons happen in registers, where they cost next to
// nothing, and each block makes one global atomic.
//
// What is left is reading, so do that well: one load fetches four ints, and neighbouring threads
// read neighbouring ints. The first threads of the grid take the last n % 4 elements.
//
// The neutral element of a maximum is the smallest number there is. If threads start with it, those
// without an element need no special case.

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
