// Mistake: adds up ints as floats, which are wrong above 2^24.
// Expect: wrong-answer
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;

    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        float left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
}
