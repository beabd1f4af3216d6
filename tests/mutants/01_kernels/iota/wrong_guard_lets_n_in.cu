// Mistake: <= instead of <, and element n does not exist.
// Expect: memory-error out-of-bounds
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = i; // <-- here
}
