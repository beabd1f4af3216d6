// Mistake: the threads past the end count, too.
// Expect: memory-error out-of-bounds
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] > limit) // <-- here
        atomicAdd(count, 1);
}
