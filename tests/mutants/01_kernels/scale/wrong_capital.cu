// Mistake: another name; the exercise asks for scale.
// Expect: no-kernel
__global__ void Scale(float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= a;
}
