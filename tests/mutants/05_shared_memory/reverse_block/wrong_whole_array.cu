// Mistake: turns the whole array round; each block writes where another one still reads.
// Expect: data-race data-race-global
__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tile[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n)
        x[n - 1 - i] = tile[threadIdx.x]; // <-- here
}
