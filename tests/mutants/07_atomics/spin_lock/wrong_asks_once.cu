// Mistake: asks for the lock, and goes in whatever the answer is. One block after the other would not notice.
// Expect: data-race data-race-global
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        if (atomicExch(lock, 1) != 0)
            ;
        __threadfence();
        int v = x[b];
        if (v > *best) { *best = v; *where = b; *many = 1; } else if (v == *best) { *many += 1; *where = min(*where, b); } // <-- here
        __threadfence();
        atomicExch(lock, 0);
    }
}
