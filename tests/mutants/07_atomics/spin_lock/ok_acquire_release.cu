// Acquire and release in place of the fences, as cuda::atomic_ref makes them.
// Expect: passed
__device__ int exchange_acquire(int *lock, int value)
{
    int old;
    asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(lock), "r"(value) : "memory");
    return old;
}

__device__ void store_release(int *lock, int value)
{
    asm volatile("st.release.gpu.global.b32 [%0], %1;" : : "l"(lock), "r"(value) : "memory");
}

__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    while (exchange_acquire(lock, 1))
        ;
    int v = x[b];
    if (v > *best) {
        *best = v;
        *where = b;
        *many = 0;
    }
    if (v == *best) {
        *many += 1;
        *where = min(*where, b);
    }
    store_release(lock, 0);
}
