// Mistake: takes the neighbours from the other end, as if the signal were a ring.
// Expect: wrong-answer
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int left = (i + n - 1) % n;
    int right = (i + 1) % n;
    out[i] = (x[left] + x[i] + x[right]) / 3;
}
