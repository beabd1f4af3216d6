// Mistake: no guard, so the threads of the last block write past the end.
// Expect: memory-error out-of-bounds
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i]; // <-- here
}
