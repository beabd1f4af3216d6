// Mistake: shifts by the thread's number in the block: from 32 on nothing is left of the 1.
// Expect: wrong-answer
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x;
    bool keep = i < n && x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (i < n)
        rank[i] = keep ? __popc(votes & ((1u << lane) - 1)) : -1;
    if (i < n && lane % 32 == 0)
        count[i / 32] = __popc(votes);
}
