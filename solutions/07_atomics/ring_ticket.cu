// What makes tickets work is that an atomic returns the old value: no two threads get the same one unless the ring
// has been gone round in between. atomicInc wraps in the same step in which it counts. Its second argument is the
// last number, so seats - 1.
//
// The number is only a name; once drawn, nothing else is safe yet. After a round another visitor has
// the same number, perhaps at the same moment, so visits is counted atomically, too.

__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        unsigned int seat = atomicInc(next, seats - 1);
        atomicAdd(&visits[seat], 1);
    }
}
