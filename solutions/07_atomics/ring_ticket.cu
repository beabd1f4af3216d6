// Tickets work because an atomic returns the old value: no two threads get the same one until the
// ring has gone round once. atomicInc wraps around in the same step in which it counts. Its second
// argument is the last number, so seats - 1.
//
// The number alone protects nothing else. After a full round another visitor has the same number,
// perhaps at the same moment, so the visits are counted with an atomic, too.

__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        unsigned int seat = atomicInc(next, seats - 1);
        atomicAdd(&visits[seat], 1);
    }
}
