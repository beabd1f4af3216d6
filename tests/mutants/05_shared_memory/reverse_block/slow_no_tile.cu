// The element waits in a register; only the barrier keeps reads and writes of x apart.
// Expect: too-slow shared_requests
__global__ void reverse_block(float *x, int n)
{
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    float v = t < count ? x[first + count - 1 - t] : 0;
    __syncthreads();
    if (t < count)
        x[first + t] = v;
}
