// Mistake: the factor as an int: 0.5 would become 0.
// Expect: no-kernel
__global__ void saxpy(float *y, const float *x, int a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
