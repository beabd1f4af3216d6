// Expect: passed
// A switch over the kinds, and an image and its rank in one number.
__device__ bool runs(int kind, int arch, int device)
{
    switch (kind) {
    case 0: return arch / 10 == device / 10 && arch % 10 <= device % 10;
    case 2: return arch <= device;
    default: return arch == device;
    }
}

__global__ void pick_image(int *chosen, const unsigned char *arch, const unsigned char *kind, const unsigned char *device,
                           int n, int images)
{
    int step = gridDim.x * blockDim.x;

    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += step) {
        int best = -1;

        for (int j = images - 1; j >= 0; j--) {
            int at = j * n + p, key = (kind[at] < 2) << 28 | arch[at] << 16 | j;

            if (runs(kind[at], arch[at], device[p]))
                best = max(best, key);
        }
        chosen[p] = best < 0 ? -1 : best & 0xFFFF;
    }
}
