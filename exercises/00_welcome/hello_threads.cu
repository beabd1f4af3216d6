// hello_threads: every thread writes its own number into its own seat.
//
//   seat   one int for each thread; seat[3] must become 3
//
// The launch: one block, exactly one thread for each seat.

__global__ void hello_threads(int *seat)
{
    // YOUR CODE HERE (one line)
}
