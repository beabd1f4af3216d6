// Mistake: fixes the guard, but not the neighbour.
// Expect: memory-error out-of-bounds
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int left = i > 0 ? i - 1 : i;
    int right = i < n ? i + 1 : i;
    out[i] = (x[left] + x[i] + x[right]) / 3; // <-- here
}
