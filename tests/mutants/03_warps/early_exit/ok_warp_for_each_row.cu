// A warp for each row: 32 lanes look at 32 numbers together, and a ballot finds the first.
// Expect: passed
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int warps = gridDim.x * blockDim.x / 32;
    for (int r = warp; r < rows; r += warps) {
        int found = -1;
        for (int k = 0; k < len && found < 0; k += 32) {
            int j = k + lane;
            unsigned hit = __ballot_sync(0xffffffffu, j < len && x[r * len + j] > limit);
            if (hit)
                found = k + __ffs(hit) - 1;
        }
        if (lane == 0)
            first[r] = found;
    }
}
