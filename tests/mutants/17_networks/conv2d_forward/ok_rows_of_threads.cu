// The tile is filled row by row: 18 threads have a row each time. The nine products are written out.
// Expect: passed
__global__ void conv2d_forward(float *y, const float *x, const float *weight, const float *b, int ci, int co, int h, int w)
{
    __shared__ float tile[18][19];
    int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.x * 16 + tx, r = blockIdx.y * 16 + ty;
    const float *k = weight + (size_t)blockIdx.z * ci * 9;
    float sum = b[blockIdx.z];

    for (; ci > 0; ci--, x += (size_t)h * w, k += 9) {
        for (int i = ty; i < 18; i += 16)
            for (int j = tx; j < 18; j += 16) {
                int row = (int)blockIdx.y * 16 + i - 1, col = (int)blockIdx.x * 16 + j - 1;

                tile[i][j] = row < 0 || row >= h || col < 0 || col >= w ? 0.0f : x[(size_t)row * w + col];
            }
        __syncthreads();
        sum += tile[ty][tx] * k[0] + tile[ty][tx + 1] * k[1] + tile[ty][tx + 2] * k[2];
        sum += tile[ty + 1][tx] * k[3] + tile[ty + 1][tx + 1] * k[4] + tile[ty + 1][tx + 2] * k[5];
        sum += tile[ty + 2][tx] * k[6] + tile[ty + 2][tx + 1] * k[7] + tile[ty + 2][tx + 2] * k[8];
        __syncthreads();
    }
    if (r >= h || c >= w)
        return;
    y[((size_t)blockIdx.z * h + r) * w + c] = sum;
}
