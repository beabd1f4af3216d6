// A ballot is a sum and a scan in one instruction, for numbers that are 0 or 1: the count of all
// bits is the sum, and the count of the bits below the lane's own is the scan. No loop, no memory.
//
// (1u << lane) - 1 has a 1 in all bits below bit `lane`; for lane 0 it is 0, and for lane 31 the
// shift still fits. The vote comes before any if, so every lane that the mask names executes it.

__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    bool keep = i < n && x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffff, keep);

    if (i < n) {
        rank[i] = keep ? __popc(votes & ((1u << lane) - 1)) : -1;
        if (lane == 0)
            count[i / 32] = __popc(votes);
    }
}
