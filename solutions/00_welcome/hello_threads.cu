// Every thread runs this same line; only threadIdx.x differs.
//
// There is no loop: the launch created one thread for each seat, and the
// hardware starts them. No two threads write to the same element, so no
// thread has to wait for another. That is the kind of work a GPU is made
// for. Neighbouring threads write neighbouring ints, so the memory handles
// what 32 of them write as one request.

__global__ void hello_threads(int *seat)
{
    seat[threadIdx.x] = threadIdx.x;
}
