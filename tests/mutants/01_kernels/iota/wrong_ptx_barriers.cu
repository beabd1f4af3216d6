// Mistake: odd threads wait at one barrier, even ones at another.
// Expect: sync-error divergent-barrier
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i & 1)
        asm volatile("bar.sync 1, 64;");
    else
        asm volatile("bar.sync 17;");
    if (i < n)
        out[i] = i;
}
