// A variable with a name, and a few words from the first threads.
// Expect: passed
__global__ void hello_threads(int *seat)
{
    int me = threadIdx.x;
    if (me < 4)
        printf("hello from thread %d of %d\n", me, blockDim.x);
    seat[me] = me;
}
