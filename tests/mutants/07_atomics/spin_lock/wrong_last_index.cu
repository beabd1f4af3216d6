// Mistake: the index is that of the first thread that came, which need not be the smallest.
// Expect: wrong-answer
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        b = gridDim.x - 1 - b;
        while (atomicExch(lock, 1) != 0)
            ;
        __threadfence();
        if (x[b] > *best) {
            *best = x[b];
            *where = b;
            *many = 0;
        }
        if (x[b] == *best)
            *many += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
