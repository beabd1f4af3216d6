// Threads without an element have left: only lanes that are still there must come, and the others count as a no.
// Expect: passed
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    if (i >= n)
        return;
    bool keep = x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    rank[i] = keep ? __popc(votes & ((1u << lane) - 1)) : -1;
    if (lane == 0)
        count[i / 32] = __popc(votes);
}
