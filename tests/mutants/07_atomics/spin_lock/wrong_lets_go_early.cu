// Mistake: gives the lock back before the work is done.
// Expect: data-race data-race-global
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        while (atomicExch(lock, 1) != 0)
            ;
        __threadfence();
        int v = x[b], top = *best;
        atomicExch(lock, 0);
        if (v >= top) {
            *best = v; // <-- here
            *where = v > top || b < *where ? b : *where;
            *many = v > top ? 1 : *many + 1;
        }
    }
}
