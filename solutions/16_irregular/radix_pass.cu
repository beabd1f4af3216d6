// A key's position is the begin of its digit, plus the keys with the same digit before it. "Before" has two
// parts. Within the warp, a match tells each lane which lanes have its digit, and the lower ones of
// those are before it. For the warps before, there is a table of 16 digits by 8 warps: a running sum over
// it, digit after digit, gives the begin of each digit *in each warp*.
//
// No atomic operation hands out positions here: the order of the threads would be left to luck, so such a sort is
// not stable. And only stable passes add up to a sort: the pass for the next digit must not
// mix up what this one has put in order.
//
// The table has 128 numbers, so one warp sums it up alone, with four numbers for each lane.

__global__ void radix_pass(unsigned int *out, int *count, const unsigned int *key, int shift, int n)
{
    __shared__ int table[16 * 8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 256, i = first + t;
    unsigned int k = i < n ? key[i] : 0;
    int digit = i < n ? k >> shift & 15 : 16;

    if (t < 128)
        table[t] = 0;
    __syncthreads();

    unsigned int same = __match_any_sync(0xffffffff, digit);
    int rank = __popc(same & ((1u << lane) - 1));
    if (rank == 0 && digit < 16)
        table[digit * 8 + warp] = __popc(same);
    __syncthreads();

    if (warp == 0) {
        int v[4], sum = 0;

        for (int j = 0; j < 4; j++) {
            v[j] = sum;
            sum += table[lane * 4 + j];
        }
        int before = sum;
        for (int d = 1; d < 32; d *= 2) {
            int left = __shfl_up_sync(0xffffffff, before, d);
            if (lane >= d)
                before += left;
        }
        for (int j = 0; j < 4; j++)
            table[lane * 4 + j] = before - sum + v[j];
    }
    __syncthreads();

    if (digit < 16)
        out[first + table[digit * 8 + warp] + rank] = k;
    if (t < 16)
        count[blockIdx.x * 16 + t] = (t < 15 ? table[t * 8 + 8] : min(256, n - first)) - table[t * 8];
}
