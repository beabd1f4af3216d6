// Mistake: sends the last element's thread away as well.
// Expect: wrong-answer
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;

    int left = i > 0 ? i - 1 : i;
    out[i] = (x[left] + x[i] + x[i + 1]) / 3;
}
