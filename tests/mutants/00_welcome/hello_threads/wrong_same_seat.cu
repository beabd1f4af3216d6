// Mistake: all threads fight for the first seat.
// Expect: data-race data-race-global
__global__ void hello_threads(int *seat)
{
    seat[0] = threadIdx.x; // <-- here
}
