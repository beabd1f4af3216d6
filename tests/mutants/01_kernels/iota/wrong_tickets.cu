// Mistake: threads draw numbers from a counter that nothing sets back: right at the first launch only.
// Expect: wrong-answer
__device__ int tickets;
__global__ void iota(int *out, int n)
{
    int t = atomicAdd(&tickets, 1);
    if (t < n)
        out[t] = t;
}
