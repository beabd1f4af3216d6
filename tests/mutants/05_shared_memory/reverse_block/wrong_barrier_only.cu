// Mistake: stores, waits, and fetches its own element again.
// Expect: wrong-answer
__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tile[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n)
        x[i] = tile[threadIdx.x];
}
