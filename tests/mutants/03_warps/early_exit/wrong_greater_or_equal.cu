// Mistake: a number that equals the limit is taken, too.
// Expect: wrong-answer
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int found = -1;
    for (int k = 0; k < len && found < 0; k++)
        if (x[r * len + k] >= limit)
            found = k;
    first[r] = found;
}
