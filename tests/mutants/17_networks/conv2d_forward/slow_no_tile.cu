// Right, but each thread loads all nine elements of each channel from global memory.
// Expect: too-slow global_sectors
__global__ void conv2d_forward(float *y, const float *x, const float *weight, const float *b, int ci, int co, int h, int w)
{
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y, o = blockIdx.z;

    if (r < h && c < w) {
        float sum = b[o];

        for (int i = 0; i < ci; i++)
            for (int dr = -1; dr <= 1; dr++)
                for (int dc = -1; dc <= 1; dc++)
                    if (r + dr >= 0 && r + dr < h && c + dc >= 0 && c + dc < w)
                        sum += weight[((size_t)o * ci + i) * 9 + dr * 3 + dc + 4] * x[((size_t)i * h + r + dr) * w + c + dc];
        y[((size_t)o * h + r) * w + c] = sum;
    }
}
