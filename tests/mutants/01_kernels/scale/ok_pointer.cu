// A pointer to the thread's own element.
// Expect: passed
__global__ void scale(float *x, float a, int n)
{
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < (unsigned)n) {
        float *mine = x + i;
        *mine = *mine * a;
    }
}
