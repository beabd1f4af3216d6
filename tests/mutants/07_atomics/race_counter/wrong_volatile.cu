// Mistake: volatile makes the compiler read and write each time, but not in one step.
// Expect: wrong-answer
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int *c = count;
    if (i < n && x[i] > limit)
        *c = *c + 1;
}
