// Mistake: the number of the block instead of the number of the thread.
// Expect: wrong-answer
__global__ void hello_threads(int *seat)
{
    seat[threadIdx.x] = blockIdx.x;
}
