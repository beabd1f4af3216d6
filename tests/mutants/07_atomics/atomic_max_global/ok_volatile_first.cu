// Asks first, but with a volatile read: a number read too early only costs an atomic more.
// Expect: passed
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > *(volatile int *)best)
        atomicMax(best, x[i]);
}
