// Mistake: sets the counter to 0 first; and nothing makes the others wait for it.
// Expect: data-race data-race-global
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *count = 0;
    if (i < n && x[i] > limit)
        atomicAdd(count, 1); // <-- here
}
