// Mistake: good numbers, but *next leaves the ring.
// Expect: wrong-answer
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        unsigned int seat = atomicAdd(next, 1) % seats;
        atomicAdd(&visits[seat], 1);
    }
}
