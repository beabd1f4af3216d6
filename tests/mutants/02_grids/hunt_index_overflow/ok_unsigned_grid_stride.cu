// A grid-stride loop, with 64 bits throughout.
// Expect: passed
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = x[i * m / n];
}
