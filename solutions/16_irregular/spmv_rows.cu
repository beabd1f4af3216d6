// One thread for each row. The loop's bounds come from the data, so the lanes of a warp leave it at
// different times, and the warp stays until its longest row is done.
//
// And the loads are not coalesced: neighbouring lanes are in different rows, and those are apart in
// `value` and `col`. For rows of a few elements that is no tragedy, since the sectors that one round
// loads serve the next ones from the cache. For long rows take a warp for each: spmv_warp.

__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int end = row[i + 1];
        float sum = 0;

        for (int k = row[i]; k < end; k++)
            sum += value[k] * x[col[k]];
        y[i] = sum;
    }
}
