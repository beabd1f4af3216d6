// Mistake: a row without such a number gets the length of a row.
// Expect: wrong-answer
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int k = 0;
    while (k < len && x[r * len + k] <= limit)
        k++;
    first[r] = k;
}
