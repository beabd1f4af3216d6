// Mistake: threadIdx has three parts, x, y and z; it is not a number by itself.
// Expect: compile-error
__global__ void hello_threads(int *seat)
{
    seat[threadIdx] = threadIdx; // <-- here
}
