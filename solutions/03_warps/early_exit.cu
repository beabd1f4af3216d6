// A thread without a row leaves at once, a thread that has found its number leaves its loop. The
// hardware keeps the others going with those lanes switched off: a warp needs as many rounds
// as the lane that needs most. That is why leaving early helps, though less than one may hope: with
// 32 rows in a warp, the longest search of the 32 counts.
//
// All lanes meet again behind the loop, and the answer is written there, once, for every row.

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
