// Mistake: fixes the right end, and removes the test at the left one.
// Expect: memory-error out-of-bounds
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int right = i < n - 1 ? i + 1 : i;
    out[i] = (x[i - 1] + x[i] + x[right]) / 3; // <-- here
}
