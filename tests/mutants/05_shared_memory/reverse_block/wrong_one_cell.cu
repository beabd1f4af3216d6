// Mistake: a shared variable taken for one that each thread has; all write to the same.
// Expect: data-race data-race-shared
__global__ void reverse_block(float *x, int n)
{
    __shared__ float mine;
    int first = blockIdx.x * blockDim.x, count = min(256, n - first), t = threadIdx.x;
    if (t < count)
        mine = x[first + t]; // <-- here
    __syncthreads();
    if (t < count)
        x[first + count - 1 - t] = mine;
}
