// Mistake: a recursion without an end.
// Expect: kernel-stopped stack-overflow
__device__ __noinline__ int deep(int k, volatile int *p)
{
    if (k == -1)
        return 0;
    int v = deep(k + 1, p);
    return v + *p;
}
__global__ void iota(int *out, int n)
{
    volatile int z = 3;
    out[0] = deep(0, &z);
}
