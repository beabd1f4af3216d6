// Mistake: divides by w - 1, as for a sample.
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
        float d = row[i] - mean;
        squares += d * d;
    }
    float factor = rsqrtf(sum_of_block(squares, part[1]) / max(w - 1, 1) + 1e-5f);

    for (int i = t; i < w; i += 128)
        out[i] = (row[i] - mean) * factor * gamma[i] + beta[i];
}
