// Mistake: the numbers are compared as floats, which have 24 bits.
// Expect: wrong-answer
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && (float)x[i] > (float)limit)
        atomicAdd(count, 1);
}
