// Bins for each warp: warps of one block do not queue up for the same address. Lanes still do, by chance.
// Expect: passed
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[8][256];
    int *my = mine[threadIdx.x / 32];
    for (int k = threadIdx.x; k < 8 * 256; k += 256)
        mine[k / 256][k % 256] = 0;
    __syncthreads();

    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    const uint4 *x16 = (const uint4 *)x;
    for (int i = first; i < n / 16; i += step) {
        uint4 v = x16[i];
        unsigned int word[4] = { v.x, v.y, v.z, v.w };
        for (int k = 0; k < 4; k++) {
            atomicAdd(&my[word[k] & 255], 1);
            atomicAdd(&my[word[k] >> 8 & 255], 1);
            atomicAdd(&my[word[k] >> 16 & 255], 1);
            atomicAdd(&my[word[k] >> 24], 1);
        }
    }
    if (first < n % 16)
        atomicAdd(&my[x[n - 1 - first]], 1);
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += mine[k][threadIdx.x];
    if (sum > 0)
        atomicAdd(&bins[threadIdx.x], sum);
}
