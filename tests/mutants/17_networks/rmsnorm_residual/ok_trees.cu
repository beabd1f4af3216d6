// Sums by a tree in shared memory, and a division.
// Expect: passed
__global__ void rmsnorm_residual(float *x, float *y, const float *add, const float *gain, int w, int h)
{
    __shared__ float tree[128];
    int t = threadIdx.x, r = blockIdx.x;
    float sum = 0;

    for (int i = t; i < w; i += blockDim.x) {
        x[(size_t)r * w + i] += add[(size_t)r * w + i];
        sum = fmaf(x[(size_t)r * w + i], x[(size_t)r * w + i], sum);
    }
    tree[t] = sum;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            tree[t] += tree[t + half];
    }
    __syncthreads();
    float root = sqrtf(tree[0] / w + 1e-5f);
    for (int i = t; i < w; i += blockDim.x)
        y[(size_t)r * w + i] = x[(size_t)r * w + i] / root * gain[i];
}
