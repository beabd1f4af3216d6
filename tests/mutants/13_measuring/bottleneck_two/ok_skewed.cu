// Expect: passed
// No padding: each row of the tile is turned by its number.
__global__ void bottleneck_two(float *peak, const float *x, int n)
{
    __shared__ float tile[128][32];
    int t = threadIdx.x, first = blockIdx.x * 128;

    for (int row = t / 32; row < 128; row += 4)
        if (first + row < n)
            tile[row][(t + row) % 32] = x[(first + row) * 32 + t % 32];
    __syncthreads();

    if (first + t < n) {
        float v = tile[t][t % 32], most = v;

        for (int k = 1; k < 32; k++) {
            v = 0.5f * (v + tile[t][(t + k) % 32]);
            most = fmaxf(most, v);
        }
        peak[first + t] = 20 * log10f(most);
    }
}
