// Four bytes at a time; does not add bins that are empty.
// Expect: passed
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    const uchar4 *x4 = (const uchar4 *)x;
    for (int i = t; i < n / 4; i += all) {
        uchar4 v = x4[i];
        atomicAdd(mine + v.x, 1);
        atomicAdd(mine + v.y, 1);
        atomicAdd(mine + v.z, 1);
        atomicAdd(mine + v.w, 1);
    }
    for (int i = n / 4 * 4 + t; i < n; i += all)
        atomicAdd(mine + x[i], 1);
    __syncthreads();
    if (mine[threadIdx.x])
        atomicAdd(bins + threadIdx.x, mine[threadIdx.x]);
}
