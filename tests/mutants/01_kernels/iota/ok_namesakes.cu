// Correct: other kernels have the same name, a template and one in a namespace.
// Expect: passed
template <int N> __global__ void iota(float *out)
{
    out[threadIdx.x] = N;
}
template __global__ void iota<3>(float *);
namespace mine
{
__global__ void iota(int *out, int n)
{
    out[n] = 0;
}
}
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
