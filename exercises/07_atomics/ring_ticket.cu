// ring_ticket: visitors draw the numbers of a ring's seats.
//
//   next    one unsigned int: the seat for the next visitor, from 0 to seats - 1
//   visits  `seats` ints: add 1 for each visitor of the seat
//   x       n ints, read only; thread i is a visitor if x[i] > limit
//   limit, n, seats
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
