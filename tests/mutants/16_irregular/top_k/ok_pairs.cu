// Expect: passed
// Pairs of score and column, compared one after the other; the winner stores.
struct entry { int score, column; };

__device__ bool before(entry a, entry b)
{
    return a.score > b.score || (a.score == b.score && a.column < b.column);
}

__global__ void top_k(int *best, int *where, const int *x, int rows, int cols)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    entry list[8];

    if (r >= rows)
        return;
    #pragma unroll
    for (int j = 0; j < 8; j++)
        list[j] = entry{ (int)0x80000000, 0x7fffffff };
    for (int c = lane; c < cols; c += 32) {
        entry e = { x[r * cols + c], c };

        if (before(e, list[7])) {
            #pragma unroll
            for (int j = 0; j < 8; j++)
                if (before(e, list[j])) {
                    entry t = list[j];
                    list[j] = e;
                    e = t;
                }
        }
    }
    #pragma unroll
    for (int j = 0; j < 8; j++) {
        entry e = list[0];

        for (int s = 16; s > 0; s /= 2) {
            entry o = { __shfl_xor_sync(0xffffffff, e.score, s), __shfl_xor_sync(0xffffffff, e.column, s) };
            if (before(o, e))
                e = o;
        }
        if (list[0].column == e.column) {
            best[r * 8 + j] = e.score;
            where[r * 8 + j] = e.column;
            #pragma unroll
            for (int k = 0; k < 7; k++)
                list[k] = list[k + 1];
            list[7] = entry{ (int)0x80000000, 0x7fffffff };
        }
    }
}
