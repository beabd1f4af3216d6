// Mistake: threads that are no visitors draw numbers, too.
// Expect: wrong-answer
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int seat = atomicInc(next, seats - 1);
    if (i < n && x[i] > limit)
        atomicAdd(&visits[seat], 1);
}
