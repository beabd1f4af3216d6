// Mistake: thinks the first thread is number 1.
// Expect: wrong-answer
__global__ void hello_threads(int *seat)
{
    seat[threadIdx.x] = threadIdx.x + 1;
}
