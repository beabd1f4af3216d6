// Mistake: compares limit and numbers as unsigned.
// Expect: wrong-answer
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    bool keep = i < n && (unsigned)x[i] > (unsigned)limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);

    if (i < n) {
        rank[i] = keep ? __popc(votes & ((1u << lane) - 1)) : -1;
        if (lane == 0)
            count[i / 32] = __popc(votes);
    }
}
