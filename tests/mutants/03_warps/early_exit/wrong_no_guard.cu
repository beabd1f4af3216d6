// Mistake: threads beyond the last row search, too.
// Expect: memory-error out-of-bounds
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int found = -1;
    for (int k = 0; k < len; k++)
        if (x[r * len + k] > limit) { // <-- here
            found = k;
            break;
        }
    first[r] = found;
}
