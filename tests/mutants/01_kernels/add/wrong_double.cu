// Mistake: double where the exercise has float: the arrays would be read as something they are not.
// Expect: no-kernel
__global__ void add(double *out, const double *a, const double *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
}
