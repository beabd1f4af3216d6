// The tile lies the other way: the reads are fine, and now the stores meet in one bank.
// Expect: too-slow bank_conflict_factor
__global__ void bottleneck_two(float *peak, const float *x, int n)
{
    __shared__ float tile[32][128];
    int t = threadIdx.x, first = blockIdx.x * 128;

    for (int row = t / 32; row < 128; row += 4)
        if (first + row < n)
            tile[t % 32][row] = x[(first + row) * 32 + t % 32]; // <-- here
    __syncthreads();

    if (first + t < n) {
        float v = tile[0][t], most = v;

        for (int k = 1; k < 32; k++) {
            v = 0.5f * (v + tile[k][t]);
            most = fmaxf(most, v);
        }
        peak[first + t] = 20 * log10f(most);
    }
}
