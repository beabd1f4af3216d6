// Mistake: only the lanes with a large element vote, so lane 0 often does not know how many there are.
// Expect: wrong-answer
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned votes = 0;
    if (i < n)
        rank[i] = -1;
    if (i < n && x[i] > limit) {
        votes = __ballot_sync(0xffffffff, 1);
        rank[i] = __popc(votes & ((1u << lane) - 1));
    }
    if (i < n && lane == 0)
        count[i / 32] = __popc(votes);
}
