// The warp stays together and leaves when all of its threads are done.
// Expect: passed
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    bool mine = r < rows;
    int found = -1;
    for (int k = 0; k < len; k++) {
        if (mine && found < 0 && x[r * len + k] > limit)
            found = k;
        if (__all_sync(0xffffffff, !mine || found >= 0))
            break;
    }
    if (mine)
        first[r] = found;
}
