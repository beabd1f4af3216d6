// Mistake: a thread for each element, and all of a row add to one number, without an atomic operation.
// Expect: data-race data-race-global
__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < h)
        sums[r] = 0;
    if (r < h * w)
        sums[r / w] = sums[r / w] + x[r]; // <-- here
}
