// Mistake: a kernel cannot return anything.
// Expect: compile-error
__global__ int add(float *out, const float *a, const float *b, int n) // <-- here
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
    return 0;
}
