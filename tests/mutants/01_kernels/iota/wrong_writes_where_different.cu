// Mistake: reads an element before it is written.
// Expect: memory-error uninitialised-read
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && out[i] != i)
        out[i] = i;
}
