// hunt_shuffle_mask: this kernel is wrong. Find out why, and fix it.
//
//   out    one int for each group of 32 elements: the sum of those larger than limit
//   x      n ints, read only
//   limit, n
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int v = x[i];
    if (v > limit)
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);

    if (i % 32 == 0)
        out[i / 32] = v;
}
