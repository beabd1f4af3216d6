// Mistake: wraps at the block's size, although the last block has fewer elements.
// Expect: memory-error uninitialised-read
__global__ void add_shared(float *x, int n)
{
    extern __shared__ float old[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        old[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n)
        x[i] += old[(threadIdx.x + 1) % blockDim.x]; // <-- here
}
