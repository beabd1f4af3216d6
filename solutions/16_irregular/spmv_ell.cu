// The work is that of spmv_rows. What differs is where a row lies: its slots are n apart, so in each
// round the 32 lanes of a warp read 32 neighbours of col and of value, four sectors each. In CSR the same
// thread for each row reads 32 elements that lie apart.
//
// The price is the padding. It takes memory, and where the rows' lengths differ much, more than the
// elements: one row of 1000 makes 1000 slots for every row. Here at least no time is lost on it beyond
// the longest row of each warp, since a lane stops at the first -1. So ELL is for meshes and stencils,
// whose rows are alike; libraries sort the rows by length, or put what is too long into another format
// (hybrid, sliced ELL).

__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int at = i; at < k * n; at += n) {
            int c = col[at];

            if (c < 0)
                break;
            sum += value[at] * x[c];
        }
        y[i] = sum;
    }
}
