// One thread for each element of the result, in the order of the result: the loads are the scattered ones.
// Expect: passed
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int threads = gridDim.x * gridDim.y * blockDim.x * blockDim.y;
    int t = ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    for (int i = t; i < w * h; i += threads)
        out[i] = x[i % h * w + i / h];
}
