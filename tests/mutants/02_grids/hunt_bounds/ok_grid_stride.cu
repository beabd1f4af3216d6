// With ?: for the ends, in a grid-stride loop.
// Expect: passed
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float left = i == 0 ? x[i] : x[i - 1];
        float right = i == n - 1 ? x[i] : x[i + 1];
        out[i] = (left + x[i] + right) * (1 / 3.0f);
    }
}
