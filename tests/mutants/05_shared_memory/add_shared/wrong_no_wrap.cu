// Mistake: the last thread reads past the end of shared memory.
// Expect: memory-error out-of-bounds
__global__ void add_shared(float *x, int n)
{
    extern __shared__ float old[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        old[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n)
        x[i] += old[threadIdx.x + 1]; // <-- here
}
