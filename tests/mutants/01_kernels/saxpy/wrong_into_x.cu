// Mistake: the result goes into x, by a cast that takes the const away.
// Expect: input-changed read-only-write
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((float *)x)[i] = a * x[i] + y[i]; // <-- here
}
