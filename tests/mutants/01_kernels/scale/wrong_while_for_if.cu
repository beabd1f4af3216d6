// Mistake: while instead of if, and nothing in the loop ever changes i.
// Expect: hang hang
__global__ void scale(float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) // <-- here
        x[i] *= a;
}
