// Mistake: after a round two visitors have the same place, and both count without an atomic.
// Expect: data-race data-race-global
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        unsigned int seat = atomicInc(next, seats - 1);
        visits[seat]++; // <-- here
    }
}
