// A block that waits for another is allowed only if that other one is sure to run. Here it is: the launch has no
// more blocks than fit on the GPU together. With more of them, blocks that wait could take all places, and those they wait for
// would never begin; then a block must not take its piece by blockIdx but draw it from a counter.
//
// What is done one after the other is short: read a number, add, write it, pass the turn. The first fence keeps carry from being
// read before the turn has come, the second keeps the turn from being seen before carry is written.
//
// x is read twice, 12 bytes for each element instead of 8. Libraries read it once: each block keeps its
// small piece in registers while it looks back at the sums of those before it.

__device__ int carry;

__global__ void scan_any_n(int *out, unsigned *turn, const int *x, int n)
{
    __shared__ int sums[8];
    __shared__ int base;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int rounds = (n + gridDim.x * 256 - 1) / (gridDim.x * 256);
    int first = min(n, (int)blockIdx.x * rounds * 256), end = min(n, first + rounds * 256);
    int sum = 0;

    for (int i = first + t; i < end; i += 256)
        sum += x[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();

    if (t == 0) {
        for (int w = 1; w < 8; w++)
            sum += sums[w];
        while (atomicAdd(turn, 0) != blockIdx.x)
            __nanosleep(100);
        __threadfence();
        base = blockIdx.x > 0 ? carry : 0;
        carry = base + sum;
        __threadfence();
        atomicExch(turn, (blockIdx.x + 1) % gridDim.x);
    }
    __syncthreads();

    int before = base;
    for (int start = first; start < end; start += 256) {
        int v = start + t < end ? x[start + t] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int left = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += left;
        }
        if (lane == 31)
            sums[warp] = v;
        __syncthreads();
        for (int w = 0; w < warp; w++)
            v += sums[w];
        if (start + t < end)
            out[start + t] = before + v;
        for (int w = 0; w < 8; w++)
            before += sums[w];
        __syncthreads();
    }
}
