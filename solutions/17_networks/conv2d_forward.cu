// A stencil with a loop over channels around it. The tile has a halo of one element on each side, and zeros where
// the picture ends, so the nine products need no guard.
//
// All threads of a block use the same nine weights at the same time: a load of one address by a whole
// warp is one sector, and it stays in the L1 cache.
//
// What remains is that each block loads its tile again for each channel of y. Libraries let a block compute many
// channels at once. Written down like that, the convolution is a product of matrices: the weights have co
// rows of ci * 9, the positions are columns. That product runs on tensor cores, and cuDNN builds its tiles in
// shared memory without ever writing the large matrix ("implicit GEMM").

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

        const float *window = weight + ((size_t)o * ci + i) * 9;
        for (int dr = 0; dr < 3; dr++)
            for (int dc = 0; dc < 3; dc++)
                sum += window[dr * 3 + dc] * tile[ty + dr][tx + dc];
        __syncthreads();
    }
    if (top + ty < h && left + tx < w)
        y[((size_t)o * h + top + ty) * w + left + tx] = sum;
}
