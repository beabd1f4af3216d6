// The threads share out the outputs instead of the pairs, in steps of the whole grid.
// Expect: passed
__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int outputs = (n + stride - 1) / stride * 2;
    for (int o = blockIdx.x * blockDim.x + threadIdx.x; o < outputs; o += gridDim.x * blockDim.x) {
        const int *side = o % 2 == 0 ? a : b;
        out[o] = side[o / 2 * stride];
    }
}
