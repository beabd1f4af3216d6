// Mistake: the arguments of compare and swap exchanged: waits for a 1, which no thread ever stores.
// Expect: hang deadlock
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 1, 0) != 1) // <-- here
            ;
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
        atomicExch(lock, 0);
    }
}
