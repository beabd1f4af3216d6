// Mistake: everybody writes a 0 to its place first, and nothing keeps that apart from the elements moved there.
// Expect: data-race data-race-global
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
    if (i < n)
        out[i] = 0;
    if (keep)
        out[first + before + __popc(votes & ((1u << lane) - 1))] = x[i]; // <-- here
    if (t == 0)
        kept[blockIdx.x] = total;
}
