// From the end to the beginning; the rest by the grid's last thread, four single floats at most.
// Expect: passed
__global__ void vector_copy(float *out, const float *x, int n)
{
    int threads = gridDim.x * blockDim.x, t = threads - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    const float4 *from = reinterpret_cast<const float4 *>(x);
    float4 *to = reinterpret_cast<float4 *>(out);
    if (t == 0) {
        int k = n & ~3;
        if (n & 2) {
            out[k] = x[k];
            out[k + 1] = x[k + 1];
        }
        if (n & 1)
            out[n - 1] = x[n - 1];
    }
    if (t < n >> 2) {
        float4 v = from[t];
        to[t] = make_float4(v.x, v.y, v.z, v.w);
    }
}
