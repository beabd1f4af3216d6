// Mistake: mends the guard and leaves the neighbour.
// Expect: memory-error out-of-bounds
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float left = x[i];
    if (i > 0)
        left = x[i - 1];

    float right = x[i];
    if (i < n)
        right = x[i + 1]; // <-- here

    out[i] = (left + x[i] + right) / 3;
}
