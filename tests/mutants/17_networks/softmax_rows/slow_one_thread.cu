// Right, but thread 0 does everything.
// Expect: too-slow active_lanes
__global__ void softmax_rows(float *y, const float *x, int w, int h)
{
    if (threadIdx.x == 0) {
        const float *row = x + (size_t)blockIdx.x * w;
        float most = row[0], sum = 0;

        for (int i = 1; i < w; i++)
            most = fmaxf(most, row[i]);
        for (int i = 0; i < w; i++)
            sum += expf(row[i] - most);
        for (int i = 0; i < w; i++)
            y[(size_t)blockIdx.x * w + i] = expf(row[i] - most) / sum; // <-- here
    }
}
