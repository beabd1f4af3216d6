// Mistake: the table goes warp after warp, so the piece is sorted only within each warp.
// Expect: wrong-answer
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
        table[warp * 16 + digit] = __popc(same);
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
        out[first + table[warp * 16 + digit] + rank] = k;
    if (t < 16)
        count[blockIdx.x * 16 + t] = (t < 15 ? table[t * 8 + 8] : min(256, n - first)) - table[t * 8];
}
