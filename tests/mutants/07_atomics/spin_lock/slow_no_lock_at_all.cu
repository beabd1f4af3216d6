// Right, but it misses the point: one block does all the work, and no thread takes the lock.
// Expect: too-slow atomics
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    if (blockIdx.x != 0 || threadIdx.x != 0)
        return;
    for (int b = 0; b < n; b++)
        if (x[b] > *best) {
            *best = x[b];
            *where = b;
            *many = 1;
        } else if (x[b] == *best) {
            *many += 1;
        }
}
