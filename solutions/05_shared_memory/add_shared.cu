// Each thread keeps its number in a register and shares it through `old`, where its neighbour reads it.
// Without that copy, the neighbour might already have changed its number in x: whether it has would depend
// on which warp is faster.
//
// `extern __shared__` has no size here because the launch sets it, <<<grid, block, bytes>>>. So one kernel
// serves every block size, and takes no more of the multiprocessor's memory than it needs.

__global__ void add_shared(float *x, int n)
{
    extern __shared__ float old[];
    int first = blockIdx.x * blockDim.x;
    int count = min((int)blockDim.x, n - first);
    int t = threadIdx.x;

    float mine = 0;
    if (t < count)
        old[t] = mine = x[first + t];
    __syncthreads();
    if (t < count)
        x[first + t] = mine + old[t + 1 < count ? t + 1 : 0];
}
