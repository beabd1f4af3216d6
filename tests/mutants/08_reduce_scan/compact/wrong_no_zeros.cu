// Mistake: the places after the kept elements are not written.
// Expect: wrong-answer
__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    __shared__ int sums[8];
    int t = threadIdx.x, lane = t % 32, first = blockIdx.x * 256, i = first + t;
    bool keep = i < n && x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (lane == 0)
        sums[t / 32] = __popc(votes);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < 8; w++) {
        before += w < t / 32 ? sums[w] : 0;
        total += sums[w];
    }
    if (keep)
        out[first + before + __popc(votes & ((1u << lane) - 1))] = x[i];
    if (t == 0)
        kept[blockIdx.x] = total;
}
