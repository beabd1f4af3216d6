// After the round with distance d each place has the sum of the 2d elements that end there, or of all there are. So 8
// rounds do for 256. It adds more than a single thread would (nearly 8 * 256 times instead of 255), but in 8 steps.
//
// Two barriers a round: one keeps a new sum from being written where somebody has still to read the old one, the other
// keeps the next round from reading before this one has written.
//
// With __shfl_up_sync a warp does its own 32 elements without any barrier; then the 8 sums of the warps are scanned, and each
// warp adds what is before it. That has two barriers in all, and is what libraries do.

__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;

    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
}
