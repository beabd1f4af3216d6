// Mistake: two visitors read the same number before either moves it on.
// Expect: data-race data-race-global
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        unsigned int seat = *next;
        *next = (seat + 1) % seats; // <-- here
        atomicAdd(&visits[seat], 1);
    }
}
