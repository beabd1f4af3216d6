// Mistake: uses the rank in the warp as that in the block; all warps write to the same places.
// Expect: data-race data-race-global
__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    int t = threadIdx.x, lane = t % 32, first = blockIdx.x * 256, i = first + t;
    bool keep = i < n && x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int total = __syncthreads_count(keep);
    if (keep)
        out[first + __popc(votes & ((1u << lane) - 1))] = x[i]; // <-- here
    if (i < n && t >= total)
        out[i] = 0;
    if (t == 0)
        kept[blockIdx.x] = total;
}
