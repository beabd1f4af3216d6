// Expect: passed
// Four ballots instead of a match, and each digit summed up by a thread of its own.
__global__ void radix_pass(unsigned int *out, int *count, const unsigned int *key, int shift, int n)
{
    __shared__ int table[16][9], begin[16];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 256, i = first + t;
    int digit = i < n ? key[i] >> shift & 15 : 0;
    unsigned int same = __ballot_sync(0xffffffff, i < n);

    for (int bit = 0; bit < 4; bit++) {
        unsigned int set = __ballot_sync(0xffffffff, digit >> bit & 1);
        same &= digit >> bit & 1 ? set : ~set;
    }
    for (int k = t; k < 16 * 9; k += 256)
        table[k / 9][k % 9] = 0;
    __syncthreads();
    if (i < n && (same & ((1u << lane) - 1)) == 0)
        table[digit][warp + 1] = __popc(same);
    __syncthreads();
    if (t < 16)
        for (int w = 1; w < 9; w++)
            table[t][w] += table[t][w - 1];
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (int d = 0; d < t; d++)
            sum += table[d][8];
        begin[t] = sum;
        count[blockIdx.x * 16 + t] = table[t][8];
    }
    __syncthreads();
    if (i < n)
        out[first + begin[digit] + table[digit][warp] + __popc(same & ((1u << lane) - 1))] = key[i];
}
