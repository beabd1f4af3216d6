// Subtracting -1, and the condition as a number: adding 0 is allowed.
// Expect: passed
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicSub(count, -(x[i] > limit));
}
