// Mistake: the loop goes on, so the last number counts and not the first.
// Expect: wrong-answer
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int found = -1;
    for (int k = 0; k < len; k++)
        if (x[r * len + k] > limit)
            found = k;
    first[r] = found;
}
