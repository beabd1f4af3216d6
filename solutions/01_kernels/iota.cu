// The shape of nearly every simple kernel: who am I, is there work for me,
// do it.
//
// blockIdx.x * blockDim.x threads are in the blocks before mine, and
// threadIdx.x threads come before me in my own block. The guard is for the
// last block: the grid is rounded up to whole blocks, and the threads with
// i >= n have no element. Consecutive threads write consecutive ints, so 32
// threads fill 128 bytes with one request: nothing is wasted.

__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
