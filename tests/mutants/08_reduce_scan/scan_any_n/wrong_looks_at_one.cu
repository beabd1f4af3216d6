// Mistake: looks only at the piece before its own, which may have published only its own sum.
// Expect: wrong-answer
__global__ void scan_any_n(int *out, unsigned *turn, volatile unsigned long long *known, const int *x, int n)
{
    __shared__ int sums[8];
    __shared__ int piece, base;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;

    if (t == 0)
        piece = atomicAdd(turn, 1);
    __syncthreads();
    int first = piece * 8192, end = min(n, first + 8192);

    int sum = 0;
    for (int i = first + t; i < end; i += 256)
        sum += x[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();

    if (t == 0) {
        int total = 0, before = 0;
        for (int w = 0; w < 8; w++)
            total += sums[w];
        known[piece] = 1ull << 32 | (unsigned)total;
        for (int p = piece - 1; p >= 0; p--) {
            unsigned long long told;
            do
                told = known[p];
            while (told == 0);
            before += (int)told;
            break;
        }
        base = before;
    }
    __syncthreads();

    int before = base;
    for (int start = first; start < end; start += 256) {
        int v = start + t < end ? x[start + t] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int left = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += left;
        }
        if (lane == 31)
            sums[warp] = v;
        __syncthreads();
        for (int w = 0; w < warp; w++)
            v += sums[w];
        if (start + t < end)
            out[start + t] = before + v;
        for (int w = 0; w < 8; w++)
            before += sums[w];
        __syncthreads();
    }
}
