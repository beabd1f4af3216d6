// Right, but the eight steps are laid across the lanes: neighbours are two elements apart.
// Expect: too-slow sector_use
__global__ void strided_copy(float *out, const float *x, int n)
{
    int base = blockIdx.x * 2048 + threadIdx.x / 128 * 1024 + threadIdx.x % 128 * 2;
    for (int k = 0; k < 8; k++) {
        int i = base + k / 2 * 256 + k % 2;
        if (i < n)
            out[i] = x[i]; // <-- here
    }
}
