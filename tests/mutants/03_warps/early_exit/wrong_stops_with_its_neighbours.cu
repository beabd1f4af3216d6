// Mistake: the whole warp stops when one of its threads has found something.
// Expect: wrong-answer
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int found = -1;
    for (int k = 0; k < len; k++) {
        if (r < rows && x[r * len + k] > limit && found < 0)
            found = k;
        if (__any_sync(0xffffffff, found >= 0))
            break;
    }
    if (r < rows)
        first[r] = found;
}
