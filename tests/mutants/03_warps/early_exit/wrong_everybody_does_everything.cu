// Mistake: every thread searches all rows. What is written is right, thousands of times over.
// Expect: hang hang
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    for (int r = 0; r < rows; r++) {
        int found = -1;
        for (int k = 0; k < len; k++)
            if (x[r * len + k] > limit) {
                found = k;
                break;
            }
        first[r] = found;
    }
}
