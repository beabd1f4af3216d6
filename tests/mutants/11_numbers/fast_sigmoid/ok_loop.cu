// A grid-stride loop, and the exponential of the positive number subtracted from 1.
// Expect: passed
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = 1 - __fdividef(1, 1 + __expf(x[i]));
}
