// One shared sum that everybody adds to; threads without an element keep coming to the barriers.
// Expect: passed
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int sum;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&sum, x[i]);
    __syncthreads();
    if (i < n)
        out[i] = sum - x[i];
}
