// Mistake: a kernel in a namespace is another kernel.
// Expect: no-kernel
namespace a
{
__global__ void hello_threads(int *seat)
{
    seat[threadIdx.x] = threadIdx.x;
}
}
