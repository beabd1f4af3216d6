// The position of an element is a sum over those before it. That is what makes a scan so useful: it
// turns "one after the other" into something that all threads can compute at the same time. Atomics
// would give out the positions in any order.
//
// The thread of a kept element writes that element; thread t writes the zero at position t, if one
// belongs there. Exactly one thread writes each position: the kept elements fill those below total,
// the zeros the others.
//
// Each thread adds the eight numbers for itself: a loop of eight reads that all lanes do alike is
// cheaper than another scan with its barriers.

__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    __shared__ int sums[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int first = blockIdx.x * 256, i = first + t;
    int v = i < n ? x[i] : 0;
    bool keep = i < n && v > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);

    if (lane == 0)
        sums[warp] = __popc(votes);
    __syncthreads();

    int before = 0, total = 0;
    for (int w = 0; w < 8; w++) {
        if (w < warp)
            before += sums[w];
        total += sums[w];
    }
    if (keep)
        out[first + before + __popc(votes & ((1u << lane) - 1))] = v;
    if (i < n && t >= total)
        out[i] = 0;
    if (t == 0)
        kept[blockIdx.x] = total;
}
