// Mistake: the last element is left out.
// Expect: wrong-answer
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        y[i] = a * x[i] + y[i];
}
