// Mistake: changes a copy; the array stays as it was.
// Expect: wrong-answer
__global__ void scale(float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float mine = x[i];
        mine *= a;
    }
}
