// Mistake: takes the weights as if those of one input channel lay together.
// Expect: wrong-answer
__global__ void conv2d_forward(float *y, const float *x, const float *weight, const float *b, int ci, int co, int h, int w)
{
    __shared__ float tile[18][18];
    int tx = threadIdx.x, ty = threadIdx.y, o = blockIdx.z;
    int left = blockIdx.x * 16, top = blockIdx.y * 16;
    float sum = b[o];

    for (int i = 0; i < ci; i++) {
        for (int p = ty * 16 + tx; p < 18 * 18; p += 256) {
            int r = top + p / 18 - 1, c = left + p % 18 - 1;
            bool inside = r >= 0 && r < h && c >= 0 && c < w;

            tile[p / 18][p % 18] = inside ? x[((size_t)i * h + r) * w + c] : 0;
        }
        __syncthreads();

        const float *window = weight + ((size_t)i * co + o) * 9;
        for (int dr = 0; dr < 3; dr++)
            for (int dc = 0; dc < 3; dc++)
                sum += window[dr * 3 + dc] * tile[ty + dr][tx + dc];
        __syncthreads();
    }
    if (top + ty < h && left + tx < w)
        y[((size_t)o * h + top + ty) * w + left + tx] = sum;
}
