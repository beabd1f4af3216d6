// Correct: after some lanes have returned, the others name only themselves.
// Expect: passed
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned m = __ballot_sync(~0u, i < n);
    if (i >= n)
        return;
    int first = __shfl_sync(m, i, 0);
    __syncwarp(m);
    out[i] = first + (threadIdx.x & 31);
}
