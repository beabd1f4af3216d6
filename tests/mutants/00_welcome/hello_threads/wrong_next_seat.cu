// Mistake: thinks the first seat is number 1, and so the last thread has none.
// Expect: memory-error out-of-bounds
__global__ void hello_threads(int *seat)
{
    seat[threadIdx.x + 1] = threadIdx.x; // <-- here
}
