// Mistake: one element a thread; right as long as there are enough threads.
// Expect: wrong-answer
__global__ void grid_stride(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * x[i];
}
