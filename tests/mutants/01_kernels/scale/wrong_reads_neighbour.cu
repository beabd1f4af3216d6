// Mistake: takes the value of the next element, which its own thread is changing.
// Expect: data-race data-race-global
__global__ void scale(float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        x[i] = a * x[i + 1]; // <-- here
}
