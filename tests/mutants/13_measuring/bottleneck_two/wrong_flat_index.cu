// Mistake: the rows have 33 elements, but the index still counts 32.
// Expect: memory-error uninitialised-read
__global__ void bottleneck_two(float *peak, const float *x, int n)
{
    __shared__ float tile[128][33];
    int t = threadIdx.x, first = blockIdx.x * 128;

    for (int row = t / 32; row < 128; row += 4)
        if (first + row < n)
            tile[row][t % 32] = x[(first + row) * 32 + t % 32];
    __syncthreads();

    if (first + t < n) {
        const float *row = &tile[0][0] + 32 * t;
        float v = row[0], most = v; // <-- here

        for (int k = 1; k < 32; k++) {
            v = 0.5f * (v + row[k]);
            most = fmaxf(most, v);
        }
        peak[first + t] = 20 * log10f(most);
    }
}
