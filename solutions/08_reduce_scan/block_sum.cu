// A round halves the number of sums that are left: 8 rounds for 256. The threads that still add are
// the first ones (t < half), not every second or fourth one. So whole warps have nothing more to
// do, and the warps that work are full; and neighbouring threads use neighbouring words, which are
// in different banks.
//
// The barrier is inside the loop and outside the if: every thread reaches it in each round. The
// last round does not need it, as thread 0 itself has written tile[0]; but leaving it out there
// would only make the loop harder to read.

__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;

    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = tile[0];
}
