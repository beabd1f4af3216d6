// Mistake: every thread adds its sums to dw, which nobody has set to 0.
// Expect: memory-error uninitialised-read
__global__ void conv_backward(float *dw, float *db, const float *dy, const float *x, int ci, int co, int h, int w)
{
    int i = blockIdx.x, o = blockIdx.y;

    for (int p = threadIdx.x; p < h * w; p += 128) {
        float g = dy[o * h * w + p];

        for (int k = 0; k < 9; k++) {
            int row = p / w + k / 3 - 1, col = p % w + k % 3 - 1;

            if (row >= 0 && row < h && col >= 0 && col < w)
                atomicAdd(&dw[(o * ci + i) * 9 + k], g * x[(i * h + row) * w + col]); // <-- here
        }
        if (i == 0)
            atomicAdd(&db[o], g);
    }
}
