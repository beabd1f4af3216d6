// Mistake: mends the neighbour and leaves the guard, which lets thread n in whenever there is one.
// Expect: memory-error out-of-bounds
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;

    float left = x[i]; // <-- here
    if (i > 0)
        left = x[i - 1];

    float right = x[i];
    if (i < n - 1)
        right = x[i + 1];

    out[i] = (left + x[i] + right) / 3;
}
