// Mistake: adds the element instead of 1.
// Expect: wrong-answer
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        atomicAdd(count, x[i]);
}
