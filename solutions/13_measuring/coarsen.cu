// A window of five registers moves down the column. Each step loads one number and stores one: 12
// loads for eight points, where five for each point were 40. Their addresses and their comparisons
// with the edges are saved with them.
//
// A thread for each point would load five times, too, and the caches would answer four of the five.
// But even a request that hits occupies the load units, and the instructions around it take time as
// well. Coarsening pays off where threads repeat the same loads or the same arithmetic. Its price is
// fewer threads with more registers: with 64 rows for each thread there would be too few threads left
// to hide the latency of memory. Four to sixteen is usual.

__global__ void coarsen(float *out, const float *x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 8;

    if (col >= w)
        return;

    float a = x[max(first - 2, 0) * w + col], b = x[max(first - 1, 0) * w + col];
    float c = x[first * w + col], d = x[min(first + 1, h - 1) * w + col];

#pragma unroll
    for (int k = 0; k < 8; k++) {
        if (first + k >= h)
            break;
        float e = x[min(first + k + 2, h - 1) * w + col];

        out[(first + k) * w + col] = (a + 4 * b + 6 * c + 4 * d + e) / 16;
        a = b;
        b = c;
        c = d;
        d = e;
    }
}
