// Mistake: the stub as it was: read, add and write are three steps.
// Expect: data-race data-race-global
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        *count += 1; // <-- here
}
