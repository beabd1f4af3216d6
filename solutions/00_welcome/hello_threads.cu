// Every thread runs this same line; threadIdx.x is what differs.
//
// There is no loop: the launch made one thread for each seat, and the
// hardware starts them for us. No two threads write the same place, so
// nobody has to wait for anybody. That is the kind of work a GPU is made
// for. Neighbouring threads write neighbouring ints, and the memory takes
// what 32 of them write as one request.

__global__ void hello_threads(int *seat)
{
    seat[threadIdx.x] = threadIdx.x;
}
