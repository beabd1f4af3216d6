// Mistake: a row that has no such number never gets an answer.
// Expect: wrong-answer
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    for (int k = 0; k < len; k++)
        if (x[r * len + k] > limit) {
            first[r] = k;
            return;
        }
}
