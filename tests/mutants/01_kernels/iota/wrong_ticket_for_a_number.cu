// Mistake: the number is the turn in which a thread came, and threads come in any order.
// Expect: wrong-answer
__device__ int tickets;
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = atomicAdd(&tickets, 1);
}
