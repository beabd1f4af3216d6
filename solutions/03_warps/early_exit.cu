// A thread without a row returns at once, and a thread that has found its number leaves its loop. The
// hardware keeps the other lanes running with those inactive: a warp takes as many iterations as its
// slowest lane. That is why leaving early helps, though less than you may hope: of the 32 rows of a
// warp, the longest search decides.
//
// All lanes meet again after the loop, and write the answer there, once for every row.

__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int found = -1;
    for (int k = 0; k < len; k++)
        if (x[r * len + k] > limit) {
            found = k;
            break;
        }
    first[r] = found;
}
