// Mistake: the comparison the wrong way round: goes on when the lock was taken.
// Expect: data-race data-race-global
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        while (atomicExch(lock, 1) == 0)
            ;
        __threadfence();
        int v = x[b];
        if (v > *best) { *best = v; *where = b; *many = 1; } else if (v == *best) { *many += 1; *where = min(*where, b); } // <-- here
        __threadfence();
        atomicExch(lock, 0);
    }
}
