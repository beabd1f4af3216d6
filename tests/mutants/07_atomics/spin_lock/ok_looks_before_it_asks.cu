// Looks before it asks, and leaves with a subtraction.
// Expect: passed
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        do {
            while (*(volatile int *)lock)
                ;
        } while (atomicCAS(lock, 0, 1) != 0);
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
        atomicSub(lock, 1);
    }
}
