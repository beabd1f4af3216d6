// A dot product of two pictures, for nine shifts of the second against the first. Each thread keeps its ten sums in
// registers: with indices known at compile time the array needs no memory. One number of dy serves ten sums.
//
// The nine loads of x from neighbouring positions mostly hit the L1 cache; a tile in shared memory, as in
// conv2d_forward, saves them too. What costs is that dy is read once for each of the ci channels, and x for each of
// the co. Libraries treat this, too, as a product of matrices: dy is co rows of h * w elements, and the shifted
// pictures are ci * 9 columns. The sum runs over all positions and the whole batch, so it is cut into pieces
// ("split k"), whose results are added at the end.
//
// The third gradient, dx, is a convolution of dy, with the windows turned by 180 degrees and the channels' roles swapped.

__global__ void conv_backward(float *dw, float *db, const float *dy, const float *x, int ci, int co, int h, int w)
{
    __shared__ float part[4][10];
    int i = blockIdx.x, o = blockIdx.y, t = threadIdx.x;
    const float *from = x + (size_t)i * h * w, *gradient = dy + (size_t)o * h * w;
    float sum[10] = { 0 };

    for (int p = t; p < h * w; p += 128) {
        int r = p / w, c = p % w;
        float g = gradient[p];

#pragma unroll
        for (int k = 0; k < 9; k++) {
            int row = r + k / 3 - 1, col = c + k % 3 - 1;

            if (row >= 0 && row < h && col >= 0 && col < w)
                sum[k] += g * from[row * w + col];
        }
        sum[9] += g;
    }
#pragma unroll
    for (int k = 0; k < 10; k++) {
        for (int s = 16; s > 0; s /= 2)
            sum[k] += __shfl_down_sync(0xffffffff, sum[k], s);
        if (t % 32 == 0)
            part[t / 32][k] = sum[k];
    }
    __syncthreads();
    if (t < 9)
        dw[((size_t)o * ci + i) * 9 + t] = part[0][t] + part[1][t] + part[2][t] + part[3][t];
    else if (t == 9 && i == 0)
        db[o] = part[0][9] + part[1][9] + part[2][9] + part[3][9];
}
