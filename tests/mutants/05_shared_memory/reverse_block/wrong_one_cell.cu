// Mistake: uses a shared variable as if each thread had its own; all write to the same.
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
