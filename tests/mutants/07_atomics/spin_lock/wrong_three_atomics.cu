// Mistake: three atomics, each right by itself; together they say nothing.
// Expect: wrong-answer
__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int v = x[b];
        int top = atomicMax(best, v);
        if (v > top) {
            atomicExch(where, b);
            atomicExch(many, 0);
        }
        atomicAdd(many, 1);
    }
}
