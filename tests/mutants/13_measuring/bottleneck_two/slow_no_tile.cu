// Without the tile there are no banks, and the loads of global memory are 128 bytes apart.
// Expect: too-slow sector_use
__global__ void bottleneck_two(float *peak, const float *x, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;

    if (s < n) {
        float v = x[s * 32], most = v;

        for (int k = 1; k < 32; k++) {
            v = 0.5f * (v + x[s * 32 + k]); // <-- here
            most = fmaxf(most, v);
        }
        peak[s] = 20 * log10f(most);
    }
}
