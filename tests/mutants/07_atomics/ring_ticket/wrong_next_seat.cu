// Mistake: takes what atomicInc returns for the new number; it is the old one.
// Expect: memory-error out-of-bounds
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        unsigned int seat = atomicInc(next, seats - 1) + 1;
        atomicAdd(&visits[seat], 1); // <-- here
    }
}
