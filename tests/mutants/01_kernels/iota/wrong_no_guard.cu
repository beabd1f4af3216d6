// Mistake: no guard, so the spare threads of the last block write past the end.
// Expect: memory-error out-of-bounds
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i; // <-- here
}
