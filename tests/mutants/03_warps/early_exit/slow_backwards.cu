// From the end to the beginning, without leaving early: the last one seen is the first.
// Expect: too-slow global_sectors
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int found = -1;
    for (int k = len - 1; k >= 0; k--)
        if (x[r * len + k] > limit)
            found = k;
    first[r] = found;
}
