// Mistake: the atomic is on a variable of the thread's own, which is then written back like any other.
// Expect: data-race data-race-global
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        int seen = *count;
        atomicExch(count, seen + 1); // <-- here
    }
}
