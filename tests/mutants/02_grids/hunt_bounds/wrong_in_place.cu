// Mistake: reads the neighbours from out, while their threads are writing them.
// Expect: memory-error uninitialised-read
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? out[i - 1] : x[i]; // <-- here
    float right = i < n - 1 ? x[i + 1] : x[i];
    out[i] = (left + x[i] + right) / 3;
}
