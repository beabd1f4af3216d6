// A while loop that stops at the number; a test after it decides whether one was found.
// Expect: passed
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        const int *row = x + r * len;
        int k = 0;
        while (k < len && row[k] <= limit)
            k++;
        first[r] = k < len ? k : -1;
    }
}
