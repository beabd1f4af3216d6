// Two elements for each thread, half a grid apart, so that two loads are under way.
// Expect: passed
__device__ float sigmoid(float v)
{
    return __fdividef(1.0f, 1.0f + __expf(-v));
}

__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int half = (n + 1) / 2, i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= half)
        return;
    float a = x[i], b = i + half < n ? x[i + half] : 0;
    out[i] = sigmoid(a);
    if (i + half < n)
        out[i + half] = sigmoid(b);
}
