// Two sums, one after the other: the variance needs the mean first. The second pass costs little, since
// the row lies in the L1 cache by then. One pass is enough with Welford's method, which keeps count, mean
// and squared differences and combines them in a tree; libraries do that for rows that do not fit.
//
// `sum_of_block` gives the sum to every thread: each warp by xor shuffles, then all read the four sums.
// Its two calls use two arrays, so the second does not overwrite what slow threads are still reading.
//
// RMSNorm, which most newer language models use, is the same without the mean and without beta: one
// reduction in place of two.

__device__ float sum_of_block(float v, float *part)
{
    for (int s = 16; s > 0; s /= 2)
        v += __shfl_xor_sync(0xffffffff, v, s);
    part[threadIdx.x / 32] = v;
    __syncthreads();
    return part[0] + part[1] + part[2] + part[3];
}

__global__ void layer_norm(float *y, const float *x, const float *gamma, const float *beta, int w, int h)
{
    __shared__ float part[2][4];
    int t = threadIdx.x;
    const float *row = x + (size_t)blockIdx.x * w;
    float *out = y + (size_t)blockIdx.x * w;
    float sum = 0, squares = 0;

    for (int i = t; i < w; i += 128)
        sum += row[i];
    float mean = sum_of_block(sum, part[0]) / w;

    for (int i = t; i < w; i += 128) {
        float d = row[i] - mean;
        squares += d * d;
    }
    float factor = rsqrtf(sum_of_block(squares, part[1]) / w + 1e-5f);

    for (int i = t; i < w; i += 128)
        out[i] = (row[i] - mean) * factor * gamma[i] + beta[i];
}
