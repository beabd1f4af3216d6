// Mistake: two counters of 16 bits in a word. Each warp has its own, but a long array holds more than 65535 equal bytes for one warp.
// Expect: wrong-answer
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ unsigned int pair[8][128];
    int t = threadIdx.x, warp = t / 32;

    for (int k = t; k < 8 * 128; k += 256)
        pair[k / 128][k % 128] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        atomicAdd(&pair[warp][x[i] / 2], x[i] % 2 ? 1u << 16 : 1u);
    __syncthreads();

    int sum = 0;
    for (int w = 0; w < 8; w++)
        sum += pair[w][t / 2] >> (t % 2 ? 16 : 0) & 0xffff;
    if (sum > 0)
        atomicAdd(&bins[t], sum);
}
