// Mistake: counts on the blocks with smaller numbers to be done.
// Expect: wrong-answer
__device__ int highest;
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = atomicMax(&highest, i);
    if (i < n)
        out[i] = before <= i ? i : -1;
}
