// Mistake: reads the numbers of the other warps before they are there.
// Expect: data-race data-race-shared
__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    __shared__ int sums[8];
    int t = threadIdx.x, lane = t % 32, first = blockIdx.x * 256, i = first + t;
    bool keep = i < n && x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (lane == 0)
        sums[t / 32] = __popc(votes);
    int before = 0, total = 0;
#pragma unroll 1
    for (int w = 0; w < 8; w++) {
        int sum = sums[w]; // <-- here
        before += w < t / 32 ? sum : 0;
        total += sum;
    }
    int place = (before + __popc(votes & ((1u << lane) - 1))) & 255;
    if (keep && first + place < n)
        out[first + place] = x[i];
    if (i < n && t >= total)
        out[i] = 0;
    if (t == 0)
        kept[blockIdx.x] = total;
}
