// A scan of ones and zeros in shared memory, as in block_scan.
// Expect: passed
__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;
    int keep = i < n && x[i] > limit ? 1 : 0;
    tile[t] = keep;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (keep)
        out[first + tile[t] - 1] = x[i];
    if (i < n && t >= tile[255])
        out[i] = 0;
    if (t == 255)
        kept[blockIdx.x] = tile[255];
}
