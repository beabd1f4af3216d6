// The ring by compare and swap.
// Expect: passed
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || x[i] <= limit)
        return;
    unsigned int seat = *(volatile unsigned int *)next, seen;
    while ((seen = atomicCAS(next, seat, seat + 1 == seats ? 0 : seat + 1)) != seat)
        seat = seen;
    atomicAdd(&visits[seat], 1);
}
