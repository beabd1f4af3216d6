// The exchange is the whole lock: of all waiting threads, exactly one gets the 0 back. The fences
// keep the work inside: the second makes the writes visible before the lock is seen to be free, the
// first makes sure that nothing is read before the lock is taken.
//
// It works, and it should be your last resort. Only one block of the whole GPU works at a time, and
// all others keep trying at the same address. And if lanes of one warp want the same lock, the
// lane that holds it may never continue: on GPUs before Volta it did not. Here there is a better way:
// pack value and index into one number of 64 bits, and use atomicMax.

__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
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
