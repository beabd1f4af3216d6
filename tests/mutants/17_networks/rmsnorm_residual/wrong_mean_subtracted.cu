// Mistake: subtracts the mean, as layer norm does.
// Expect: wrong-answer
__device__ float sum_of_block(float v, float *part)
{
    for (int s = 16; s > 0; s /= 2)
        v += __shfl_xor_sync(0xffffffff, v, s);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    return part[0] + part[1] + part[2] + part[3];
}

__global__ void rmsnorm_residual(float *x, float *y, const float *add, const float *gain, int w, int h)
{
    __shared__ float part[2][4];
    size_t begin = (size_t)blockIdx.x * w;
    float sum = 0, squares = 0;

    for (int i = threadIdx.x; i < w; i += 128) {
        x[begin + i] += add[begin + i];
        sum += x[begin + i];
    }
    float mean = sum_of_block(sum, part[0]) / w;
    for (int i = threadIdx.x; i < w; i += 128)
        squares += (x[begin + i] - mean) * (x[begin + i] - mean);
    float factor = rsqrtf(sum_of_block(squares, part[1]) / w + 1e-5f);
    for (int i = threadIdx.x; i < w; i += 128)
        y[begin + i] = (x[begin + i] - mean) * factor * gain[i];
}
