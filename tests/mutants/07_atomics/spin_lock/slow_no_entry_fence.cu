// Right on every device of today, but not what the task asks for: nothing keeps the reads behind the lock.
// Expect: too-slow fences
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1))
        ;
    int v = x[b];
    if (v > *best) {
        *best = v;
        *where = b;
        *many = 0;
    }
    if (v == *best) {
        *many += 1;
        *where = min(*where, b);
    }
    __threadfence();
    atomicExch(lock, 0);
}
