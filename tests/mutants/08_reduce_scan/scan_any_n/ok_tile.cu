// The running sums of 256 in shared memory, as in block_scan.
// Expect: passed
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
        __shared__ int tile[256];
        tile[t] = start + t < end ? x[start + t] : 0;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            int left = t >= d ? tile[t - d] : 0;
            __syncthreads();
            tile[t] += left;
            __syncthreads();
        }
        if (start + t < end)
            out[start + t] = before + tile[t];
        before += tile[255];
        __syncthreads();
    }
}
