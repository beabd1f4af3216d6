// Correct: threads draw numbers; which thread gets which does not matter.
// Expect: passed
__device__ int tickets;
__global__ void iota(int *out, int n)
{
    int t = atomicAdd(&tickets, 1);
    if (t < n)
        out[t] = t;
}
