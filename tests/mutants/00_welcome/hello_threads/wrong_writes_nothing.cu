// Mistake: greets, but writes nothing into the seats.
// Expect: wrong-answer
__global__ void hello_threads(int *seat)
{
    if (threadIdx.x == 0)
        printf("hello from thread %d\n", threadIdx.x);
}
