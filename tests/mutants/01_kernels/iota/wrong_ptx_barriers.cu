// Mistake: even threads wait at a barrier that a block does not have; there are 16.
// Expect: sync-error bad-barrier
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i & 1)
        asm volatile("bar.sync 1, 64;");
    else
        asm volatile("bar.sync %0;" ::"r"(17 * blockDim.y)); // <-- here
    if (i < n)
        out[i] = i;
}
