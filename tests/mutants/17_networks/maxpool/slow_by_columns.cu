// Right, but neighbouring threads look at windows below each other, a row pair apart.
// Expect: too-slow global_sectors
__global__ void maxpool(float *y, unsigned char *which, const float *x, int h, int w)
{
    int rows = h / 2, columns = w / 2;
    int p = (blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.y * 32 + threadIdx.x, c = p / rows, r = p % rows;

    if (c >= columns)
        return;

    const float *window = x + ((size_t)blockIdx.z * h + 2 * r) * w + 2 * c;
    size_t i = ((size_t)blockIdx.z * rows + r) * columns + c;
    float best = window[0];
    int place = 0;

    for (int k = 1; k < 4; k++) {
        float v = window[k / 2 * w + k % 2];

        if (best == best && !(v <= best)) {
            best = v;
            place = k;
        }
    }
    y[i] = best;
    which[i] = place;
}
