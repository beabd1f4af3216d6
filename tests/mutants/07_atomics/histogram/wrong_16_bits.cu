// Mistake: two bins in each word of shared memory; a bin that comes to 65536 carries into its neighbour.
// Expect: wrong-answer
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ unsigned mine[128];
    int t = threadIdx.x;
    if (t < 128)
        mine[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[x[i] / 2], x[i] % 2 ? 65536u : 1u);
    __syncthreads();
    int count = t % 2 ? mine[t / 2] >> 16 : mine[t / 2] & 65535;
    if (count > 0)
        atomicAdd(&bins[t], count);
}
