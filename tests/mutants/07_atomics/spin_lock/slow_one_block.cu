// Right, but one block takes the lock for all the others, which have nothing to do.
// Expect: too-slow working_blocks
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    if (blockIdx.x > 0 || threadIdx.x > 0)
        return;
    for (int b = 0; b < n; b++) {
        while (atomicExch(lock, 1) != 0)
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
