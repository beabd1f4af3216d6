// Mistake: odd threads wait at one barrier, even ones at another.
// Expect: hang deadlock
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i & 1)
        asm volatile("bar.sync 1;");
    else
        asm volatile("bar.sync 2;");
    if (i < n)
        out[i] = i;
}
