// Two elements of padding: the lanes meet in every other bank.
// Expect: too-slow bank_conflict_factor
__global__ void bottleneck_two(float *peak, const float *x, int n)
{
    __shared__ float tile[128][34];
    int t = threadIdx.x, first = blockIdx.x * 128;

    for (int row = t / 32; row < 128; row += 4)
        if (first + row < n)
            tile[row][t % 32] = x[(first + row) * 32 + t % 32];
    __syncthreads();

    if (first + t < n) {
        float v = tile[t][0], most = v;

        for (int k = 1; k < 32; k++) {
            v = 0.5f * (v + tile[t][k]); // <-- here
            most = fmaxf(most, v);
        }
        peak[first + t] = 20 * log10f(most);
    }
}
