// After the round with distance d each element holds the sum of the 2d elements that end there, or
// of all there are. So 8 rounds are enough for 256 elements. That is more additions than a single
// thread would need (nearly 8 * 256 instead of 255), but only 8 steps.
//
// Each round has two barriers: the first keeps a thread from writing its new sum before the others
// have read the old one; the second keeps the next round from reading before this one has written.
//
// With __shfl_up_sync a warp scans its own 32 elements without any barrier; then you scan the 8
// sums of the warps, and each warp adds what is before it. That takes two barriers in all, and
// libraries do it that way.

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
