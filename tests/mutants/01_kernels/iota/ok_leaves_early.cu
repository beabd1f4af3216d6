// The guard inverted: threads without an element leave at once.
// Expect: passed
__global__ void iota(int *out, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n)
        return;
    out[i] = i;
}
