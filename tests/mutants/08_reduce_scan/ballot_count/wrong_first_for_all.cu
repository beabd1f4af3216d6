// Mistake: __ffs for __popc: the place of the first bit, not the number of bits.
// Expect: wrong-answer
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool keep = i < n && x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (i < n)
        rank[i] = keep ? __popc(votes & ((1u << lane) - 1)) : -1;
    if (i < n && lane == 0)
        count[i / 32] = __ffs(votes);
}
