// Mistake: the mean of the squares minus the square of the mean: where the mean is large, only rounding errors are left.
// Expect: wrong-answer
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
        squares += row[i] * row[i];
    }
    float factor = rsqrtf(fmaxf(sum_of_block(squares, part[1]) / w - mean * mean, 0.0f) + 1e-5f);

    for (int i = t; i < w; i += 128)
        out[i] = (row[i] - mean) * factor * gamma[i] + beta[i];
}
