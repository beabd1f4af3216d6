// Mistake: looks whether the lock is free, and takes it in a second step: two may see it free.
// Expect: data-race data-race-global
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        while (*(volatile int *)lock != 0)
            ;
        *lock = 1;
        __threadfence();
        int v = x[b];
        if (v > *best) {
            *best = v;
            *where = b;
            *many = 1;
        } else if (v == *best) {
            *many += 1;
            if (b < *where)
                *where = b;
        }
        __threadfence();
        *lock = 0;
    }
}
