// Mistake: atomicAdd has already stored the sum; the assignment stores an old one over it.
// Expect: data-race data-race-global
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        *count = atomicAdd(count, 1) + 1; // <-- here
}
