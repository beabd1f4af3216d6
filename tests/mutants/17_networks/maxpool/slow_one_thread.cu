// Right, but the first thread of each block does the work of all.
// Expect: too-slow active_lanes
__global__ void maxpool(float *y, unsigned char *which, const float *x, int h, int w)
{
    int rows = h / 2, columns = w / 2;

    if (threadIdx.x || threadIdx.y)
        return;
    for (int r = blockIdx.y * 8; r < min(rows, (int)blockIdx.y * 8 + 8); r++)
        for (int c = blockIdx.x * 32; c < min(columns, (int)blockIdx.x * 32 + 32); c++) {
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
}
