// A round halves the number of sums that are left: 8 rounds for 256. The threads that still add are the first ones
// (t < half), not every second or fourth one. So whole warps have nothing more to do, and those that work
// are full; and neighbours use neighbouring words, which are in different banks.
//
// The barrier stands in the loop and outside the if: every thread comes to it in each round. The one behind the last
// round is not needed, as thread 0 itself has written tile[0]; taking it out would only make the loop longer to read.

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
