// Mistake: counts, and sets back to 0 in a second step; others have drawn too large a number before.
// Expect: memory-error out-of-bounds
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        unsigned int seat = atomicAdd(next, 1);
        if (seat == seats - 1)
            atomicExch(next, 0);
        atomicAdd(&visits[seat], 1); // <-- here
    }
}
