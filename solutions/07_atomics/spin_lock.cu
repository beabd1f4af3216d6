// The exchange is the whole lock: of all that wait, exactly one gets the 0 back. The fences keep the work inside: the second
// makes what was written visible before the lock is seen to be free, the first keeps what is read from being older than the lock.
//
// It works, and it is the last thing one should reach for. Only one block in the whole GPU is at work, the others ask the
// same address all the time. And if the lanes of one warp lock each other out, the one that holds the
// lock may never get on: on GPUs before Volta it did not. Here the better way is none of this: put value, index and so on
// into one number of 64 bits, for which atomicMax exists.

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
