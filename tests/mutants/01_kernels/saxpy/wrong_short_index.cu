// Mistake: an index of 16 bits, in a language that does not warn.
// Expect: memory-error out-of-bounds
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
